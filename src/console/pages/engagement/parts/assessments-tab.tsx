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
import { FormSelect, FormText } from '../form/fields.tsx';
import type { Form } from '../form/form.ts';
import { useUntil } from '../use-days.ts';
import {
  ASSESSMENT_FIXED,
  ASSESSMENT_NAMES,
  assessmentBodyOf,
  assessmentFieldsOf,
  assessmentProblemsOf,
  EMPTY_ASSESSMENT,
  newAssessmentOf,
  questionsOf,
  STAGES,
} from './assessment-words.ts';
import { EditPart, NewPart } from './part-dialog.tsx';
import { PartActs, PartList } from './part-list.tsx';
import { type Assessment, assessmentsQuery } from './queries.ts';
import { QuestionEditor } from './question-editor.tsx';

/** The names and values of the fields of an assessment, in words. */
const useAssessmentWords = (zone: string): FieldWords => {
  const t = useText();
  const { dayTime, list } = useFormats(zone);
  return {
    nameOf: (path) => t(ASSESSMENT_NAMES[path.split(/[.[]/)[0] ?? ''] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'pointsValue' && value === '') return t('parts.asChallenge');
      if (value === '') return t('engagement.empty');
      if (path === 'stage') return t(STAGES[value as Assessment['stage']]);
      if (path === 'fields') {
        return list(questionsOf(value).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`)));
      }
      return path === 'opensAt' || path === 'closesAt' ? dayTime(value) : value;
    },
  };
};

const AssessmentFields = ({ form, zone }: { form: Form; zone: string }) => {
  const t = useText();
  return (
    <div className="fields">
      <FormText form={form} path="name" autoFocus />
      <FormSelect
        form={form}
        path="stage"
        choices={(['baseline', 'midpoint', 'final'] as const).map((id) => ({ id, name: t(STAGES[id]) }))}
        hint={t('parts.stageHint')}
      />
      <FormInstant form={form} path="opensAt" zone={zone} hint={t('parts.assessmentOpensHint')} />
      <FormInstant form={form} path="closesAt" zone={zone} hint={t('parts.assessmentClosesHint')} />
      <FormText form={form} path="pointsValue" isNumber hint={t('parts.pointsValueHint')} />
      <QuestionEditor form={form} />
    </div>
  );
};

const PATH = '/manage/challenges/{id}/assessments/{assessmentId}';

/** The assessments of a challenge. */
export const AssessmentsTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const queries = useQueryClient();
  const { id, timezone, status, pointsRules } = challenge;
  const { dayTime, list } = useFormats(timezone);
  const until = useUntil(timezone);
  const query = useQuery(assessmentsQuery(id));
  const words = useAssessmentWords(timezone);
  const [open, setOpen] = useState<Assessment | 'new'>();
  const isPublished = status !== 'draft';
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['challenge', id] });
  const archive = useMutation({
    mutationFn: ({ id: assessmentId }: Assessment) =>
      send(client.DELETE(PATH, { params: { path: { id, assessmentId } } })),
    onSuccess: (_, { name }) => {
      refresh();
      say(t('parts.removed', { name }));
    },
  });
  const shared = {
    words,
    problemsOf: (draft: Form['draft']) => assessmentProblemsOf(draft, t),
    onClose: () => setOpen(undefined),
  };
  const fields = (form: Form) => <AssessmentFields form={form} zone={timezone} />;
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
        columns={[
          { name: t('parts.assessment') },
          { name: t('parts.questions') },
          { name: t('parts.openFor'), priority: 3 },
          { name: t('engagement.points'), isNumber: true },
        ]}
      >
        {(assessment) => (
          <>
            <LeadCell name={<b className="strong">{assessment.name}</b>} note={t(STAGES[assessment.stage])} />
            <td data-priority="2">{list(assessment.fields.map(({ label }) => label))}</td>
            <td data-priority="3">
              {t('engagement.fromTo', { from: dayTime(assessment.opensAt), to: until(assessment.closesAt) })}
            </td>
            <td data-priority="2" className="num">
              {t('engagement.pointCount', { count: assessment.pointsValue ?? pointsRules.perAssessment })}
            </td>
            <PartActs
              name={assessment.name}
              isPublished={isPublished}
              onEdit={() => setOpen(assessment)}
              onArchive={() => archive.mutate(assessment)}
            />
          </>
        )}
      </PartList>
      {open === 'new' && (
        <NewPart
          {...shared}
          title={t('parts.addAssessment')}
          act={t('parts.addAssessment')}
          base={EMPTY_ASSESSMENT}
          create={(draft) =>
            send(
              client.POST('/manage/challenges/{id}/assessments', {
                params: { path: { id }, header: idempotencyKey() },
                body: newAssessmentOf(draft),
              }),
            )
          }
          onCreated={refresh}
        >
          {fields}
        </NewPart>
      )}
      {open !== undefined && open !== 'new' && (
        <EditPart<Assessment>
          {...shared}
          title={t('engagement.changeOf', { name: open.name })}
          queryKey={['challenge', id, 'assessment', open.id]}
          fieldsOf={assessmentFieldsOf}
          fixed={isPublished ? ASSESSMENT_FIXED : []}
          read={() => sendTagged(client.GET(PATH, { params: { path: { id, assessmentId: open.id } } }))}
          write={(header, changed) =>
            sendTagged(
              client.PATCH(PATH, {
                params: { path: { id, assessmentId: open.id }, header },
                body: assessmentBodyOf(changed),
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
