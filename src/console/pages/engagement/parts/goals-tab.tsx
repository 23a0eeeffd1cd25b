import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Challenge } from '../../../parts/engagement/challenge-queries.ts';
import { GOAL_FIXED, type GoalDraft, goalFields, PERIODS } from '../../../parts/engagement/goal-record.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { PartActions, PartList } from './part-list.tsx';
import { type Goal, goalsQuery } from './queries.ts';

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

const PATH = '/manage/challenges/{id}/goals/{goalId}';

export const GoalsTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, timezone, status, pointsRules } = challenge;
  const query = useQuery(goalsQuery(id));
  const targetOf = useTargetWords();
  const [open, setOpen] = useState<Goal | 'new'>();
  const isPublished = status !== 'draft';
  const archive = useMutation({
    mutationFn: ({ id: goalId }: Goal) => send(client.DELETE(PATH, { params: { path: { id, goalId } } })),
    onSuccess: (_, { title: name }) => {
      void refresh('challenge');
      say(t('parts.removed', { name }));
    },
  });
  const columns: readonly ListColumn<Goal>[] = [
    {
      id: 'goal',
      name: t('parts.goal'),
      part: 'lead',
      cell: ({ title, category }) => <LeadCell name={<b className="strong">{title}</b>} note={category ?? undefined} />,
    },
    { id: 'target', name: t('parts.targetType'), cell: targetOf },
    { id: 'period', name: t('parts.period'), priority: 3, isQuiet: false, cell: ({ period }) => t(PERIODS[period]) },
    {
      id: 'points',
      name: t('engagement.points'),
      isNumber: true,
      cell: ({ pointsValue }) => t('engagement.pointCount', { count: pointsValue ?? pointsRules.perGoal }),
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'part-actions',
      cell: (goal) => (
        <PartActions
          name={goal.title}
          isPublished={isPublished}
          onEdit={() => setOpen(goal)}
          onArchive={() => archive.mutate(goal)}
        />
      ),
    },
  ];
  const shared = {
    kind: 'challenge' as const,
    className: 'part-form',
    fields: goalFields,
    timezone,
    onClose: () => setOpen(undefined),
    children: (form: RecordForm<GoalDraft>) => (
      <FormFields form={form} isGrid fixed={isPublished && !form.isNew ? GOAL_FIXED : []} />
    ),
  };
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
        columns={columns}
      />
      {open === 'new' && (
        <NewDialog
          {...shared}
          title={t('parts.addGoal')}
          act={t('parts.addGoal')}
          create={(body, header) =>
            send(client.POST('/manage/challenges/{id}/goals', { params: { path: { id }, header }, body }))
          }
        />
      )}
      {open !== undefined && open !== 'new' && (
        <EditDialog
          {...shared}
          title={t('engagement.changeOf', { name: open.title })}
          query={{
            queryKey: ['challenge', id, 'goal', open.id],
            queryFn: () => sendTagged(client.GET(PATH, { params: { path: { id, goalId: open.id } } })),
          }}
          write={(body, header) =>
            sendTagged(client.PATCH(PATH, { params: { path: { id, goalId: open.id }, ...header }, body }))
          }
        />
      )}
    </>
  );
};
