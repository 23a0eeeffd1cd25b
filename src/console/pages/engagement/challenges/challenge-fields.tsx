import { useQuery } from '@tanstack/react-query';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { FormInstant, FormMany } from '../form/choices.tsx';
import { FormArea, FormPart, FormSelect, FormText } from '../form/fields.tsx';
import { type Form, withChosen } from '../form/form.ts';
import { POINTS, TYPES } from './fields.ts';
import { awardNamesQuery, boardNamesQuery } from './queries.ts';
import { TYPE_WORDS } from './words.ts';

interface ChallengeFieldsProps {
  readonly form: Form;
  /** The zone of the days of the challenge. */
  readonly zone: string;
  /** The challenge; absent for a new one. */
  readonly challengeId?: string;
}

/** What can be won in a challenge, and where its points are shown. */
const Prizes = ({ form, challengeId }: Omit<ChallengeFieldsProps, 'zone'>) => {
  const t = useText();
  const can = useCan();
  const boards = useQuery(boardNamesQuery);
  const awards = useQuery({ ...awardNamesQuery, enabled: can('awards:manage') });
  const own = (boards.data ?? []).filter((board) => board.challengeId === null || board.challengeId === challengeId);
  return (
    <FormPart title={t('engagement.partPrizes')}>
      <FormSelect
        form={form}
        path="leaderboardId"
        choices={withChosen(
          [{ id: '', name: t('engagement.noBoard') }, ...own.map(({ id, name }) => ({ id, name }))],
          form.draft.leaderboardId,
          t('engagement.archivedBoard'),
        )}
        hint={t('engagement.boardHint')}
      />
      {can('awards:manage') && (awards.data ?? []).length > 0 && (
        <FormMany form={form} path="awardIds" choices={awards.data ?? []} hint={t('engagement.awardsHint')} />
      )}
      <FormArea form={form} path="prizeDescription" rows={2} />
    </FormPart>
  );
};

/** The fields of a challenge. */
export const ChallengeFields = ({ form, zone, challengeId }: ChallengeFieldsProps) => {
  const t = useText();
  const { sites } = useMe();
  const isFixed = form.isFixed('startDate');
  return (
    <>
      <FormPart title={t('engagement.partWhat')}>
        <FormText form={form} path="title" autoFocus={form.isNew} wide />
        <FormSelect
          form={form}
          path="type"
          choices={TYPES.map((id) => ({ id, name: t(TYPE_WORDS[id]) }))}
          hint={t('engagement.typeHint')}
        />
        <FormText form={form} path="imageUrl" type="url" hint={t('engagement.imageHint')} />
        <FormArea form={form} path="summary" rows={2} hint={t('engagement.summaryHint')} />
        <FormArea form={form} path="description" />
        <FormArea form={form} path="rules" hint={t('engagement.rulesHint')} />
      </FormPart>
      <FormPart title={t('engagement.partDays')} {...(isFixed ? { hint: t('engagement.fixedHint') } : {})}>
        <FormText form={form} path="startDate" type="date" />
        <FormText form={form} path="endDate" type="date" hint={t('engagement.endHint')} />
        <FormInstant form={form} path="enrollmentOpensAt" zone={zone} hint={t('engagement.opensHint')} />
        <FormInstant form={form} path="enrollmentClosesAt" zone={zone} hint={t('engagement.closesHint')} />
      </FormPart>
      <FormPart title={t('engagement.partWho')}>
        {(sites.length > 1 || isFixed) && (
          <FormMany form={form} path="siteIds" choices={sites} hint={t('engagement.sitesHint')} />
        )}
        <FormText form={form} path="capacity" isNumber hint={t('engagement.capacityHint')} />
        <FormText form={form} path="targetPerWeek" isNumber hint={t('engagement.targetHint')} />
      </FormPart>
      <FormPart title={t('engagement.partPoints')} hint={t(isFixed ? 'engagement.fixedHint' : 'engagement.pointsHint')}>
        {POINTS.map((name) => (
          <FormText key={name} form={form} path={`pointsRules.${name}`} isNumber />
        ))}
        <FormText form={form} path="pointsRules.maxAttendancePerDay" isNumber />
        <FormText form={form} path="pointsRules.dailyCap" isNumber hint={t('engagement.dailyCapHint')} />
      </FormPart>
      <Prizes form={form} {...(challengeId === undefined ? {} : { challengeId })} />
    </>
  );
};
