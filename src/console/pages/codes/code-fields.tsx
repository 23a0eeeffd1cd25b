import { idsOf } from '../../edit/fields.ts';
import { type TermsFieldsProps, termsField } from '../../edit/terms-form.tsx';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { MomentField } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { PickMany } from '../../ui/pick-many.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SitesField } from '../../ui/sites-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { USE_WORDS, USES, useNames } from './code-words.ts';

/** The fields of a discount code. What the interface refuses stands beside its field. */
export const CodeFields = (props: TermsFieldsProps) => {
  const { fields, set, errorOf, wasOf } = props;
  const t = useText();
  const { sites, studio } = useMe();
  const { plans } = useNames();
  const currencies = [...new Set([studio.currency, fields.currency ?? '', ...sites.map(({ currency }) => currency)])];
  const of = termsField(props);
  const isAmount = fields.kind === 'amount';
  return (
    <div className="card">
      <div className="body stack" data-gap="wide">
        <Field label={t('codes.code')} spellCheck="false" {...of('code', t('codes.codeHint'))} />
        <Field label={t('codes.name')} {...of('name', t('codes.nameHint'))} />
        <RadioField
          label={t('codes.kind')}
          value={isAmount ? 'amount' : 'percent'}
          choices={[
            { id: 'percent', label: t('codes.kindPercent') },
            { id: 'amount', label: t('codes.kindAmount') },
          ]}
          onChange={(kind) => set('kind', kind)}
        />
        {isAmount ? (
          <div className="fields">
            <MoneyField
              label={t('codes.amount', { currency: fields.currency ?? '' })}
              currency={fields.currency || studio.currency}
              {...of('amountOff', t('codes.amountHint'))}
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
        ) : (
          <Field label={t('codes.percent')} inputMode="numeric" {...of('percentOff', t('codes.percentHint'))} />
        )}
        <RadioField
          label={t('codes.use')}
          value={fields.appliesTo ?? 'plans'}
          choices={USES.map((id) => ({ id, label: t(USE_WORDS[id]) }))}
          onChange={(use) => set('appliesTo', use)}
        />
        {fields.appliesTo !== 'visits' && (
          <PickMany
            label={t('plans.title')}
            hint={errorOf('plans') ?? wasOf?.('plans') ?? t('codes.plansHint')}
            choices={plans}
            chosen={idsOf(fields.plans)}
            onChange={(ids) => set('plans', ids.toSorted().join(','))}
          />
        )}
        {sites.length > 1 && <SitesField value={idsOf(fields.sites)} onChange={(ids) => set('sites', ids.join(','))} />}
        <div className="fields">
          <MomentField label={t('codes.startsAt')} {...of('startsAt', t('codes.startsAtHint'))} />
          <MomentField label={t('codes.endsAt')} {...of('endsAt', t('codes.endsAtHint'))} />
        </div>
        <div className="fields">
          <Field label={t('codes.most')} inputMode="numeric" {...of('maxRedemptions', t('plans.creditsHint'))} />
          <Field label={t('codes.perClient')} inputMode="numeric" {...of('maxPerClient', t('plans.creditsHint'))} />
        </div>
        <SwitchField
          label={t('codes.newOnly')}
          hint={t('codes.newOnlyHint')}
          isSelected={fields.newClientsOnly === 'yes'}
          onChange={(isSelected) => set('newClientsOnly', isSelected ? 'yes' : '')}
        />
      </div>
    </div>
  );
};
