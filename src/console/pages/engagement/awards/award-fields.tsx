import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { metricsQuery } from '../boards/queries.ts';
import { challengeNamesQuery } from '../challenges/queries.ts';
import { FormArea, FormCheck, FormPart, FormSelect, FormText } from '../form/fields.tsx';
import { type Form, withChosen } from '../form/form.ts';
import { hasRule, STREAKS, TIERS, TRIGGERS } from './fields.ts';
import { STREAK_WORDS, TIER_WORDS, TRIGGER_WORDS } from './words.ts';

/** The fields of an award, with the field of its picture. */
export const AwardFields = ({ form, badge }: { form: Form; badge: ReactNode }) => {
  const t = useText();
  const can = useCan();
  const challenges = useQuery({ ...challengeNamesQuery, enabled: can('challenges:manage') });
  const metrics = useQuery({ ...metricsQuery, enabled: can('content:manage') });
  const { draft } = form;
  const mayChoose = { challenge: can('challenges:manage'), metric: can('content:manage') };
  const triggers = TRIGGERS.filter(
    (id) => id === form.base.trigger || !(id in mayChoose) || mayChoose[id as keyof typeof mayChoose],
  );
  return (
    <>
      <FormPart title={t('awards.partWhat')}>
        <FormText form={form} path="name" wide autoFocus={form.isNew} />
        <FormArea form={form} path="description" rows={2} hint={t('awards.descriptionHint')} />
        <FormText form={form} path="category" hint={t('awards.categoryHint')} />
        <FormSelect
          form={form}
          path="tier"
          choices={[{ id: '', name: t('awards.noTier') }, ...TIERS.map((id) => ({ id, name: t(TIER_WORDS[id]) }))]}
        />
        <div className="one" data-wide="">
          {badge}
        </div>
      </FormPart>
      <FormPart title={t('awards.partRule')} hint={t(form.isNew ? 'awards.ruleHint' : 'awards.ruleChangeHint')}>
        <FormSelect form={form} path="trigger" choices={triggers.map((id) => ({ id, name: t(TRIGGER_WORDS[id]) }))} />
        {hasRule(draft, 'streakType') && (
          <FormSelect
            form={form}
            path="streakType"
            choices={STREAKS.map((id) => ({ id, name: t(STREAK_WORDS[id]) }))}
          />
        )}
        {hasRule(draft, 'metricContentEntryId') && (
          <FormSelect
            form={form}
            path="metricContentEntryId"
            choices={withChosen(
              [
                { id: '', name: t('boards.none') },
                ...(metrics.data ?? []).map(({ id, title }) => ({ id, name: title })),
              ],
              draft.metricContentEntryId,
              t('boards.otherMetric'),
            )}
          />
        )}
        {hasRule(draft, 'threshold') && (
          <FormText
            form={form}
            path="threshold"
            isNumber
            hint={draft.trigger === 'metric' ? t('awards.thresholdMetricHint') : t('awards.thresholdHint')}
          />
        )}
        {hasRule(draft, 'challengeId') && (
          <FormSelect
            form={form}
            path="challengeId"
            choices={withChosen(
              [
                { id: '', name: t('awards.anyChallenge') },
                ...(challenges.data ?? []).map(({ id, title }) => ({ id, name: title })),
              ],
              draft.challengeId,
              t('boards.archivedChallenge'),
            )}
          />
        )}
        {hasRule(draft, 'maxRank') && <FormText form={form} path="maxRank" isNumber hint={t('awards.maxRankHint')} />}
        <FormCheck form={form} path="isRepeatable" hint={t('awards.repeatableHint')} />
        <FormCheck form={form} path="isHidden" hint={t('awards.hiddenHint')} />
      </FormPart>
    </>
  );
};
