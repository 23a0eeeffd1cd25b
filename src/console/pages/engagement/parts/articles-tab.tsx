import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, idempotencyKey, send, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import type { Fields } from '../../../edit/fields.ts';
import { useFormats } from '../../../formats.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { LeadCell } from '../../../ui/paged-table.tsx';
import { say } from '../../../ui/toasts.tsx';
import type { Challenge } from '../challenges/queries.ts';
import { FormText } from '../form/fields.tsx';
import { type Form, isWhole, type Problems } from '../form/form.ts';
import { EntryPicker } from './entry-picker.tsx';
import { ARTICLE_NAMES } from './goal-words.ts';
import { EditPart, NewPart } from './part-dialog.tsx';
import { PartActs, PartList } from './part-list.tsx';
import { type Article, articlesQuery } from './queries.ts';

const FIXED = ['contentEntryId', 'weekNumber', 'pointsValue'];
const EMPTY: Fields = { contentEntryId: '', entryTitle: '', weekNumber: '1', pointsValue: '', estimatedMinutes: '' };

const fieldsOf = ({ contentEntryId, title, weekNumber, pointsValue, estimatedMinutes }: Article): Fields => ({
  contentEntryId,
  entryTitle: title,
  weekNumber: String(weekNumber),
  pointsValue: pointsValue === null ? '' : String(pointsValue),
  estimatedMinutes: estimatedMinutes === null ? '' : String(estimatedMinutes),
});

/** The title of the entry is of the form alone. */
const bodyOf = (fields: Fields): Schemas['UpdateChallengeArticleRequest'] =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, value]): [string, unknown][] => {
      if (path === 'entryTitle') return [];
      if (path === 'contentEntryId') return [[path, value]];
      return [[path, value.trim() === '' ? null : Number(value.trim())]];
    }),
  );

/** A week of the challenge in words; the entry by its title. */
const useArticleWords = (titleOf: (id: string) => string): FieldWords => {
  const t = useText();
  const { number } = useFormats();
  return {
    nameOf: (path) => t(ARTICLE_NAMES[path as keyof typeof ARTICLE_NAMES] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'pointsValue' && value === '') return t('parts.asChallenge');
      if (value === '') return t('engagement.empty');
      return path === 'contentEntryId' ? titleOf(value) : number(Number(value));
    },
  };
};

const ArticleFields = ({ form }: { form: Form }) => {
  const t = useText();
  return (
    <div className="fields">
      <EntryPicker form={form} />
      <FormText form={form} path="weekNumber" isNumber hint={t('parts.weekHint')} />
      <FormText form={form} path="pointsValue" isNumber hint={t('parts.pointsValueHint')} />
      <FormText form={form} path="estimatedMinutes" isNumber hint={t('parts.minutesHint')} />
    </div>
  );
};

const PATH = '/manage/challenges/{id}/articles/{articleId}';

/** The articles of a challenge: entries of the content that open week by week. */
export const ArticlesTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const queries = useQueryClient();
  const can = useCan();
  const { id, timezone, status, pointsRules } = challenge;
  const { day } = useFormats(timezone);
  const query = useQuery(articlesQuery(id));
  const [open, setOpen] = useState<Article | 'new'>();
  const words = useArticleWords(
    (entryId) => query.data?.find(({ contentEntryId }) => contentEntryId === entryId)?.title ?? '',
  );
  const isPublished = status !== 'draft';
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['challenge', id] });
  const archive = useMutation({
    mutationFn: ({ id: articleId }: Article) => send(client.DELETE(PATH, { params: { path: { id, articleId } } })),
    onSuccess: (_, { title: name }) => {
      refresh();
      say(t('parts.removed', { name }));
    },
  });
  const problemsOf = (draft: Fields): Problems => {
    const problems: Record<string, string> = {};
    if (draft.contentEntryId === '') problems.contentEntryId = t('parts.needsEntry');
    for (const path of ['weekNumber', 'pointsValue', 'estimatedMinutes']) {
      const value = (draft[path] ?? '').trim();
      if ((value !== '' && !isWhole(value)) || (value === '' && path === 'weekNumber'))
        problems[path] = t('engagement.needsWhole');
    }
    return problems;
  };
  const shared = { words, problemsOf, onClose: () => setOpen(undefined) };
  const fields = (form: Form) => <ArticleFields form={form} />;
  const mayAdd = can('content:manage') && status !== 'archived' && status !== 'completed';
  return (
    <>
      <PartList
        query={query}
        caption={t('engagement.articles')}
        lead={t('parts.articlesLead')}
        empty={t('parts.noArticles')}
        add={t('parts.addArticle')}
        onAdd={mayAdd ? () => setOpen('new') : undefined}
        error={archive.error}
        columns={[
          { name: t('parts.article') },
          { name: t('parts.week'), isNumber: true },
          { name: t('parts.minutes'), priority: 3, isNumber: true },
          { name: t('engagement.points'), isNumber: true },
        ]}
      >
        {(article) => (
          <>
            <LeadCell
              name={<b className="strong">{article.title}</b>}
              note={t(article.isUnlocked ? 'parts.openSince' : 'parts.opensOn', { date: day(article.unlocksAt) })}
            />
            <td data-priority="2" className="num">
              {t('parts.weekNumber', { number: article.weekNumber })}
            </td>
            <td data-priority="3" className="num">
              {article.estimatedMinutes === null ? '' : t('laterWords.minutes', { count: article.estimatedMinutes })}
            </td>
            <td data-priority="2" className="num">
              {t('engagement.pointCount', { count: article.pointsValue ?? pointsRules.perArticle })}
            </td>
            <PartActs
              name={article.title}
              isPublished={isPublished}
              onEdit={() => setOpen(article)}
              onArchive={() => archive.mutate(article)}
            />
          </>
        )}
      </PartList>
      {open === 'new' && (
        <NewPart
          {...shared}
          title={t('parts.addArticle')}
          act={t('parts.addArticle')}
          base={EMPTY}
          create={(draft) =>
            send(
              client.POST('/manage/challenges/{id}/articles', {
                params: { path: { id }, header: idempotencyKey() },
                body: bodyOf(draft) as Schemas['CreateChallengeArticleRequest'],
              }),
            )
          }
          onCreated={refresh}
        >
          {fields}
        </NewPart>
      )}
      {open !== undefined && open !== 'new' && (
        <EditPart<Article>
          {...shared}
          title={t('engagement.changeOf', { name: open.title })}
          queryKey={['challenge', id, 'article', open.id]}
          fieldsOf={fieldsOf}
          fixed={isPublished ? FIXED : ['contentEntryId']}
          read={() => sendTagged(client.GET(PATH, { params: { path: { id, articleId: open.id } } }))}
          write={(header, changed) =>
            sendTagged(
              client.PATCH(PATH, { params: { path: { id, articleId: open.id }, header }, body: bodyOf(changed) }),
            )
          }
          onSaved={() => {
            refresh();
            say(t('laterWords.saved'));
          }}
        >
          {fields}
        </EditPart>
      )}
    </>
  );
};
