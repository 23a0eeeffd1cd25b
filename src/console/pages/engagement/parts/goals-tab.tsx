import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, idempotencyKey, send, sendTagged } from '../../../api/client.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { LeadCell } from '../../../ui/paged-table.tsx';
import { say } from '../../../ui/toasts.tsx';
import type { Challenge } from '../challenges/queries.ts';
import { FormInstant } from '../form/choices.tsx';
import { FormArea, FormSelect, FormText } from '../form/fields.tsx';
import type { Form } from '../form/form.ts';
import {
  DIRECTIONS,
  EMPTY_GOAL,
  GOAL_FIXED,
  GOAL_NAMES,
  goalBodyOf,
  goalFieldsOf,
  goalProblemsOf,
  newGoalOf,
  PERIODS,
  TARGETS,
} from './goal-words.ts';
import { EditPart, NewPart } from './part-dialog.tsx';
import { PartActs, PartList } from './part-list.tsx';
import { type Goal, goalsQuery } from './queries.ts';

/** The names and values of the fields of a goal, in words. */
const useGoalWords = (zone: string): FieldWords => {
  const t = useText();
  const { dayTime } = useFormats(zone);
  return {
    nameOf: (path) => t(GOAL_NAMES[path] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'pointsValue' && value === '') return t('parts.asChallenge');
      if (value === '') return t('engagement.empty');
      if (path === 'targetType') return t(TARGETS[value as Goal['targetType']]);
      if (path === 'direction') return t(DIRECTIONS[value as Goal['direction']]);
      if (path === 'period') return t(PERIODS[value as Goal['period']]);
      return path === 'commitBy' || path === 'submitBy' ? dayTime(value) : value;
    },
  };
};

/** What a goal wants, in words: At least 8 h. */
const useTargetWords = (): ((goal: Goal) => string) => {
  const t = useText();
  const { number } = useFormats();
  return ({ targetType, direction, defaultTarget, unit }) => {
    if (targetType === 'boolean') return t('parts.targetBoolean');
    const target = [number(defaultTarget ?? 0), unit ?? ''].join(' ').trim();
    return t(direction === 'at_least' ? 'parts.atLeastTarget' : 'parts.atMostTarget', { target });
  };
};

const GoalFields = ({ form, zone }: { form: Form; zone: string }) => {
  const t = useText();
  const hasTarget = form.draft.targetType !== 'boolean';
  return (
    <div className="fields">
      <FormText form={form} path="title" wide autoFocus />
      <FormArea form={form} path="description" rows={2} />
      <FormText form={form} path="category" hint={t('parts.categoryHint')} />
      <FormSelect
        form={form}
        path="period"
        choices={(['week', 'day', 'challenge'] as const).map((id) => ({ id, name: t(PERIODS[id]) }))}
      />
      <FormSelect
        form={form}
        path="targetType"
        choices={(['boolean', 'count', 'quantity', 'duration'] as const).map((id) => ({ id, name: t(TARGETS[id]) }))}
      />
      {hasTarget && (
        <>
          <FormSelect
            form={form}
            path="direction"
            choices={(['at_least', 'at_most'] as const).map((id) => ({ id, name: t(DIRECTIONS[id]) }))}
          />
          <FormText form={form} path="defaultTarget" isNumber />
          <FormText form={form} path="unit" hint={t('parts.unitHint')} />
          <FormText form={form} path="minTarget" isNumber />
          <FormText form={form} path="maxTarget" isNumber />
        </>
      )}
      <FormText form={form} path="pointsValue" isNumber hint={t('parts.pointsValueHint')} />
      {hasTarget && <FormInstant form={form} path="commitBy" zone={zone} hint={t('parts.firstPeriodHint')} />}
      <FormInstant form={form} path="submitBy" zone={zone} hint={t('parts.firstPeriodHint')} />
    </div>
  );
};

const PATH = '/manage/challenges/{id}/goals/{goalId}';

/** The goals of a challenge. */
export const GoalsTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const queries = useQueryClient();
  const { id, timezone, status, pointsRules } = challenge;
  const query = useQuery(goalsQuery(id));
  const words = useGoalWords(timezone);
  const targetOf = useTargetWords();
  const [open, setOpen] = useState<Goal | 'new'>();
  const isPublished = status !== 'draft';
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['challenge', id] });
  const close = (): void => setOpen(undefined);
  const archive = useMutation({
    mutationFn: ({ id: goalId }: Goal) => send(client.DELETE(PATH, { params: { path: { id, goalId } } })),
    onSuccess: (_, { title: name }) => {
      refresh();
      say(t('parts.removed', { name }));
    },
  });
  const shared = { words, problemsOf: (draft: Form['draft']) => goalProblemsOf(draft, t), onClose: close };
  const fields = (form: Form) => <GoalFields form={form} zone={timezone} />;
  return (
    <>
      <PartList
        query={query}
        caption={t('engagement.goals')}
        lead={t('parts.goalsLead')}
        empty={t('parts.noGoals')}
        add={t('parts.addGoal')}
        onAdd={status === 'archived' || status === 'completed' ? undefined : () => setOpen('new')}
        error={archive.error}
        columns={[
          { name: t('parts.goal') },
          { name: t('parts.targetType') },
          { name: t('parts.period'), priority: 3 },
          { name: t('engagement.points'), isNumber: true },
        ]}
      >
        {(goal) => (
          <>
            <LeadCell name={<b className="strong">{goal.title}</b>} note={goal.category ?? undefined} />
            <td data-priority="2">{targetOf(goal)}</td>
            <td data-priority="3">{t(PERIODS[goal.period])}</td>
            <td data-priority="2" className="num">
              {t('engagement.pointCount', { count: goal.pointsValue ?? pointsRules.perGoal })}
            </td>
            <PartActs
              name={goal.title}
              isPublished={isPublished}
              onEdit={() => setOpen(goal)}
              onArchive={() => archive.mutate(goal)}
            />
          </>
        )}
      </PartList>
      {open === 'new' && (
        <NewPart
          {...shared}
          title={t('parts.addGoal')}
          act={t('parts.addGoal')}
          base={EMPTY_GOAL}
          create={(draft) =>
            send(
              client.POST('/manage/challenges/{id}/goals', {
                params: { path: { id }, header: idempotencyKey() },
                body: newGoalOf(draft),
              }),
            )
          }
          onCreated={refresh}
        >
          {fields}
        </NewPart>
      )}
      {open !== undefined && open !== 'new' && (
        <EditPart<Goal>
          {...shared}
          title={t('engagement.changeOf', { name: open.title })}
          queryKey={['challenge', id, 'goal', open.id]}
          fieldsOf={goalFieldsOf}
          fixed={isPublished ? GOAL_FIXED : []}
          read={() => sendTagged(client.GET(PATH, { params: { path: { id, goalId: open.id } } }))}
          write={(header, changed, before) =>
            sendTagged(
              client.PATCH(PATH, {
                params: { path: { id, goalId: open.id }, header },
                body: goalBodyOf(changed, changed.targetType ?? (isPublished ? '' : before.targetType)),
              }),
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
