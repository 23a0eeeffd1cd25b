import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { Held } from '../../../forms/specs.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import {
  ASSESSMENT_FIXED,
  type AssessmentDraft,
  assessmentFields,
  STAGES,
} from '../../../parts/engagement/assessment-record.ts';
import type { Challenge } from '../../../parts/engagement/challenge-queries.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { useUntil } from '../use-days.ts';
import { PartActions, PartList } from './part-list.tsx';
import { type Assessment, assessmentsQuery } from './queries.ts';
import { QuestionEditor } from './question-editor.tsx';

const PATH = '/manage/challenges/{id}/assessments/{assessmentId}';

export const AssessmentsTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, timezone, status, pointsRules } = challenge;
  const { dayTime, list } = useFormats(timezone);
  const until = useUntil(timezone);
  const query = useQuery(assessmentsQuery(id));
  const [open, setOpen] = useState<Assessment | 'new'>();
  const isPublished = status !== 'draft';
  const archive = useMutation({
    mutationFn: ({ id: assessmentId }: Assessment) =>
      send(client.DELETE(PATH, { params: { path: { id, assessmentId } } })),
    onSuccess: (_, { name }) => {
      void refresh('challenge');
      say(t('parts.removed', { name }));
    },
  });
  const columns: readonly ListColumn<Assessment>[] = [
    {
      id: 'assessment',
      name: t('parts.assessment'),
      part: 'lead',
      cell: ({ name, stage }) => <LeadCell name={<b className="strong">{name}</b>} note={t(STAGES[stage])} />,
    },
    { id: 'questions', name: t('parts.questions'), cell: ({ fields }) => list(fields.map(({ label }) => label)) },
    {
      id: 'open',
      name: t('parts.openFor'),
      priority: 3,
      isQuiet: false,
      cell: ({ opensAt, closesAt }) => t('engagement.fromTo', { from: dayTime(opensAt), to: until(closesAt) }),
    },
    {
      id: 'points',
      name: t('engagement.points'),
      isNumber: true,
      cell: ({ pointsValue }) => t('engagement.pointCount', { count: pointsValue ?? pointsRules.perAssessment }),
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'part-actions',
      cell: (assessment) => (
        <PartActions
          name={assessment.name}
          isPublished={isPublished}
          onEdit={() => setOpen(assessment)}
          onArchive={() => archive.mutate(assessment)}
        />
      ),
    },
  ];
  const shared = {
    kind: 'challenge' as const,
    className: 'part-form',
    fields: assessmentFields,
    timezone,
    shown: {
      fields: (held: Held) =>
        list(
          (held as AssessmentDraft['fields']).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`)),
        ),
    },
    onClose: () => setOpen(undefined),
    children: (form: RecordForm<AssessmentDraft>) => (
      <FormFields
        form={form}
        isGrid
        fixed={isPublished && !form.isNew ? ASSESSMENT_FIXED : []}
        drawn={{ fields: <QuestionEditor form={form} /> }}
      />
    ),
  };
  return (
    <>
      <PartList
        query={query}
        caption={t('engagement.assessments')}
        lead={t('parts.assessmentsLead')}
        empty={t('parts.noAssessments')}
        add={t('parts.addAssessment')}
        onAdd={status === 'archived' || status === 'completed' ? undefined : () => setOpen('new')}
        error={archive.error}
        columns={columns}
      />
      {open === 'new' && (
        <NewDialog
          {...shared}
          title={t('parts.addAssessment')}
          act={t('parts.addAssessment')}
          create={(body, header) =>
            send(client.POST('/manage/challenges/{id}/assessments', { params: { path: { id }, header }, body }))
          }
        />
      )}
      {open !== undefined && open !== 'new' && (
        <EditDialog
          {...shared}
          title={t('engagement.changeOf', { name: open.name })}
          query={{
            queryKey: ['challenge', id, 'assessment', open.id],
            queryFn: () => sendTagged(client.GET(PATH, { params: { path: { id, assessmentId: open.id } } })),
          }}
          write={(body, header) =>
            sendTagged(client.PATCH(PATH, { params: { path: { id, assessmentId: open.id }, ...header }, body }))
          }
        />
      )}
    </>
  );
};
