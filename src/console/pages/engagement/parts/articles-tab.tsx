import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { ARTICLE_FIXED, type ArticleDraft, articleFields } from '../../../parts/engagement/article-record.ts';
import type { Challenge } from '../../../parts/engagement/challenge-queries.ts';
import { useCan } from '../../../session/session.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { ChosenEntry, EntryPicker } from './entry-picker.tsx';
import { PartActions, PartList } from './part-list.tsx';
import { type Article, articlesQuery } from './queries.ts';

const PATH = '/manage/challenges/{id}/articles/{articleId}';

/** The articles of a challenge: entries of the content that open week by week. */
export const ArticlesTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const refresh = useRefresh();
  const can = useCan();
  const { id, timezone, status, pointsRules } = challenge;
  const { day } = useFormats(timezone);
  const query = useQuery(articlesQuery(id));
  const [open, setOpen] = useState<Article | 'new'>();
  const isPublished = status !== 'draft';
  const archive = useMutation({
    mutationFn: ({ id: articleId }: Article) => send(client.DELETE(PATH, { params: { path: { id, articleId } } })),
    onSuccess: (_, { title: name }) => {
      void refresh('challenge');
      say(t('parts.removed', { name }));
    },
  });
  const titleOf = (entryId: string): string =>
    query.data?.find(({ contentEntryId }) => contentEntryId === entryId)?.title ?? '';
  const columns: readonly ListColumn<Article>[] = [
    {
      id: 'article',
      name: t('parts.article'),
      part: 'lead',
      cell: ({ title, isUnlocked, unlocksAt }) => (
        <LeadCell
          name={<b className="strong">{title}</b>}
          note={t(isUnlocked ? 'parts.openSince' : 'parts.opensOn', { date: day(unlocksAt) })}
        />
      ),
    },
    {
      id: 'week',
      name: t('parts.week'),
      isNumber: true,
      cell: ({ weekNumber }) => t('parts.weekNumber', { number: weekNumber }),
    },
    {
      id: 'minutes',
      name: t('parts.minutes'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ estimatedMinutes: count }) => (count === null ? '' : t('common.minutes', { count })),
    },
    {
      id: 'points',
      name: t('engagement.points'),
      isNumber: true,
      cell: ({ pointsValue }) => t('engagement.pointCount', { count: pointsValue ?? pointsRules.perArticle }),
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'part-actions',
      cell: (article) => (
        <PartActions
          name={article.title}
          isPublished={isPublished}
          onEdit={() => setOpen(article)}
          onArchive={() => archive.mutate(article)}
        />
      ),
    },
  ];
  const shared = {
    kind: 'challenge' as const,
    className: 'part-form',
    fields: articleFields,
    timezone,
    onClose: () => setOpen(undefined),
    children: (form: RecordForm<ArticleDraft>) => (
      <FormFields
        form={form}
        isGrid
        fixed={isPublished && !form.isNew ? ARTICLE_FIXED : []}
        drawn={{
          contentEntryId: form.isNew ? (
            <EntryPicker form={form} />
          ) : (
            <ChosenEntry title={titleOf(form.draft.contentEntryId)} />
          ),
        }}
      />
    ),
  };
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
        columns={columns}
      />
      {open === 'new' && (
        <NewDialog
          {...shared}
          title={t('parts.addArticle')}
          act={t('parts.addArticle')}
          create={(body, header) =>
            send(client.POST('/manage/challenges/{id}/articles', { params: { path: { id }, header }, body }))
          }
        />
      )}
      {open !== undefined && open !== 'new' && (
        <EditDialog
          {...shared}
          title={t('engagement.changeOf', { name: open.title })}
          query={{
            queryKey: ['challenge', id, 'article', open.id],
            queryFn: () => sendTagged(client.GET(PATH, { params: { path: { id, articleId: open.id } } })),
          }}
          write={(body, header) =>
            sendTagged(client.PATCH(PATH, { params: { path: { id, articleId: open.id }, ...header }, body }))
          }
        />
      )}
    </>
  );
};
