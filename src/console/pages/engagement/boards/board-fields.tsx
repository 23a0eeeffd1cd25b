import { useQuery } from '@tanstack/react-query';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { challengeNamesQuery } from '../challenges/queries.ts';
import { FormArea, FormCheck, FormPart, FormSelect, FormText } from '../form/fields.tsx';
import type { Form } from '../form/form.ts';
import { isOfChallenge } from './fields.ts';
import { metricsQuery } from './queries.ts';
import { ORDERS, PERIOD_TYPES, RANKED_BY } from './words.ts';

const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>): Key[] => Object.keys(words) as Key[];

/** The fields of a board. */
export const BoardFields = ({ form }: { form: Form }) => {
  const t = useText();
  const { sites } = useMe();
  const mayReadContent = useCan()('content:manage');
  const challenges = useQuery(challengeNamesQuery);
  const metrics = useQuery({ ...metricsQuery, enabled: mayReadContent });
  const { draft } = form;
  const published = (challenges.data ?? []).filter(({ status }) => status !== 'draft');
  const isFixed = form.isFixed('rankBy');
  const isChallenge = isOfChallenge(draft);
  const ranked = keysOf(RANKED_BY).filter((id) => id !== 'metric' || mayReadContent || isFixed);
  const none = { id: '', name: t('boards.none') };
  return (
    <>
      <FormPart title={t('boards.partWhat')}>
        <FormText form={form} path="name" wide autoFocus={form.isNew} />
        <FormArea form={form} path="description" rows={2} />
      </FormPart>
      <FormPart title={t('boards.partRanks')} {...(isFixed ? { hint: t('boards.fixedHint') } : {})}>
        <FormSelect form={form} path="rankBy" choices={ranked.map((id) => ({ id, name: t(RANKED_BY[id]) }))} />
        {draft.rankBy === 'metric' && (
          <FormSelect
            form={form}
            path="metricContentEntryId"
            choices={[none, ...(metrics.data ?? []).map(({ id, title }) => ({ id, name: title }))]}
          />
        )}
        <FormSelect
          form={form}
          path="periodType"
          choices={keysOf(PERIOD_TYPES).map((id) => ({ id, name: t(PERIOD_TYPES[id]) }))}
          hint={t('boards.periodHint')}
        />
        {(isChallenge || draft.challengeId !== '') && (
          <FormSelect
            form={form}
            path="challengeId"
            choices={[none, ...published.map(({ id, title }) => ({ id, name: title }))]}
            hint={t('boards.challengeHint')}
          />
        )}
        {(form.isNew ? draft.rankBy === 'metric' : true) && (
          <FormSelect
            form={form}
            path="order"
            choices={[
              { id: '', name: t('boards.betterFirst') },
              ...keysOf(ORDERS).map((id) => ({ id, name: t(ORDERS[id]) })),
            ]}
          />
        )}
        {isChallenge && <FormArea form={form} path="divisions" rows={3} hint={t('boards.divisionsHint')} />}
      </FormPart>
      <FormPart title={t('boards.partWho')}>
        {(sites.length > 1 || isFixed) && (
          <FormSelect
            form={form}
            path="siteId"
            choices={[{ id: '', name: t('boards.wholeBrand') }, ...sites.map(({ id, name }) => ({ id, name }))]}
            hint={t('boards.scopeHint')}
          />
        )}
        <FormCheck form={form} path="isOptInRequired" hint={t('boards.optInHint')} />
      </FormPart>
      {draft.periodType !== 'challenge' && (
        <FormPart title={t('engagement.partDays')}>
          <FormText form={form} path="startDate" type="date" hint={t('boards.startHint')} />
          <FormText form={form} path="endDate" type="date" hint={t('boards.endHint')} />
        </FormPart>
      )}
    </>
  );
};
