import { type TermsFieldsProps, termsField } from '../../edit/terms-form.tsx';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { AreaField } from '../../ui/area-field.tsx';
import { Field } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SitesField } from '../../ui/sites-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { ACTIVATIONS, hasCredits, PERIODS, planOf, siteIdsOf, TYPES, UNITS } from './form.ts';
import { KnownCategories } from './known-categories.tsx';
import { NotPayable } from './not-payable.tsx';
import { ACTIVATION_WORDS, TYPE_HINTS, TYPE_WORDS } from './plan-words.ts';

const UNIT_WORDS = { day: 'plans.unitDays', month: 'plans.unitMonths' } as const;
const PERIOD_WORDS = { day: 'plans.perDay', week: 'plans.perWeek', month: 'plans.perMonth' } as const;

/** The fields of a plan. What the interface refuses stands beside its field. */
export const PlanFields = (props: TermsFieldsProps) => {
  const { fields, set, errorOf, wasOf } = props;
  const t = useText();
  const { sites, studio } = useMe();
  const currencies = [...new Set([studio.currency, fields.currency ?? '', ...sites.map(({ currency }) => currency)])];
  const of = termsField(props);
  return (
    <div className="card">
      <div className="body stack" data-gap="wide">
        <Field label={t('plans.name')} {...of('name')} />
        <RadioField
          label={t('plans.type')}
          value={TYPES.find((each) => each === fields.type) ?? 'credit_pack'}
          choices={TYPES.map((id) => ({ id, label: t(TYPE_WORDS[id]), hint: t(TYPE_HINTS[id]) }))}
          onChange={(type) => set('type', type)}
        />
        <div className="fields">
          <MoneyField
            label={t('plans.price', { currency: fields.currency ?? '' })}
            currency={fields.currency || studio.currency}
            {...of('price', t('plans.priceHint'))}
          />
          {currencies.length > 1 && (
            <Select
              label={t('plans.currency')}
              choices={currencies.map((id) => ({ id, name: id }))}
              value={fields.currency ?? ''}
              onChange={(value) => set('currency', value)}
            />
          )}
        </div>
        <div className="fields">
          {hasCredits(fields.type) && (
            <Field label={t('plans.credits')} inputMode="numeric" {...of('creditsTotal', t('plans.creditsHint'))} />
          )}
          <Field
            label={t('plans.validity')}
            inputMode="numeric"
            {...of('validity', t(fields.validityUnit === 'month' ? 'plans.monthsHint' : 'plans.validityHint'))}
          />
          <Select
            label={t('plans.validityUnit')}
            choices={UNITS.map((id) => ({ id, name: t(UNIT_WORDS[id]) }))}
            value={fields.validityUnit ?? 'day'}
            onChange={(value) => set('validityUnit', value)}
          />
        </div>
        <Select
          label={t('plans.activation')}
          choices={ACTIVATIONS.map((id) => ({ id, name: t(ACTIVATION_WORDS[id]) }))}
          value={fields.activationType ?? ''}
          onChange={(value) => set('activationType', value)}
        />
        <div className="fields">
          <Field label={t('plans.usage')} inputMode="numeric" {...of('usageCount', t('plans.usageHint'))} />
          <Select
            label={t('plans.usagePeriod')}
            choices={PERIODS.map((id) => ({ id, name: t(PERIOD_WORDS[id]) }))}
            value={fields.usagePeriod ?? 'week'}
            onChange={(value) => set('usagePeriod', value)}
          />
        </div>
        <SwitchField
          label={t('plans.renews')}
          hint={t('plans.renewsHint')}
          isSelected={fields.autoRenews === 'yes'}
          onChange={(isSelected) => set('autoRenews', isSelected ? 'yes' : '')}
        />
        {fields.autoRenews === 'yes' && (
          <div className="fields">
            <Field
              label={t('plans.minimumTerm')}
              inputMode="numeric"
              {...of('minimumTermMonths', t('plans.minimumTermHint'))}
            />
            <Field label={t('plans.notice')} inputMode="numeric" {...of('noticeDays', t('plans.noticeHint'))} />
          </div>
        )}
        <SwitchField
          label={t('plans.mayFreeze')}
          hint={t('plans.mayFreezeHint')}
          isSelected={fields.memberMayFreeze === 'yes'}
          onChange={(isSelected) => set('memberMayFreeze', isSelected ? 'yes' : '')}
        />
        <SwitchField
          label={t('plans.online')}
          hint={t('plans.onlineHint')}
          isSelected={fields.isSoldOnline === 'yes'}
          onChange={(isSelected) => set('isSoldOnline', isSelected ? 'yes' : '')}
        />
        <NotPayable plan={planOf(fields)} />
        {fields.isSoldOnline === 'yes' && (
          <Field
            label={t('plans.most')}
            inputMode="numeric"
            {...of('maxPerClient', t(fields.type === 'trial' ? 'plans.mostTrialHint' : 'plans.mostHint'))}
          />
        )}
        {sites.length > 1 && <SitesField value={siteIdsOf(fields)} onChange={(ids) => set('sites', ids.join(','))} />}
        <Field label={t('plans.categories')} {...of('categories', t('plans.categoriesHint'))} />
        <KnownCategories value={fields.categories ?? ''} onChange={(value) => set('categories', value)} />
        <Field label={t('plans.category')} {...of('category', t('plans.categoryHint'))} />
        <AreaField
          name="description"
          label={t('plans.description')}
          value={fields.description ?? ''}
          onChange={(value) => set('description', value)}
          error={errorOf('description')}
          hint={wasOf?.('description') ?? t('plans.descriptionHint')}
        />
      </div>
    </div>
  );
};
