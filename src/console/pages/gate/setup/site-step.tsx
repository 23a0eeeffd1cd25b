import { useText } from '../../../base/texts.tsx';
import { Form, useForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCountryChoices } from '../../../ui/choices/place-choices.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import type { StepProps } from './answers.ts';
import { siteAnswer } from './site-answer.ts';

/** The last step: the name and address of the first site. */
export const SiteStep = ({
  answers: { site, studio, demoData },
  error,
  isPending,
  onKeep,
  onBack,
  onNext,
}: StepProps) => {
  const t = useText();
  const { name = '', address } = site;
  const countries = useCountryChoices(t('setup.noCountry'));
  // Of a language such as `es-419` the region is no country.
  const { region } = new Intl.Locale(studio.locale ?? 'en-US');
  const country = address?.country ?? countries.find(({ id }) => id === region)?.id ?? '';
  const { line1 = '', postalCode = '', city = '', state = '' } = address ?? {};
  const set = (field: keyof NonNullable<typeof address>) => (value: string) => {
    onKeep({ site: { ...site, address: { line1, postalCode, city, state, country, [field]: value } } });
  };
  const submit = (): void => onNext({ demoData, site: siteAnswer(site, country) });
  const form = useForm({ act: { error, isPending }, submit });
  return (
    <>
      <h1>{t('setup.siteTitle')}</h1>
      <p className="quiet">{t('setup.siteHint')}</p>
      <Form form={form}>
        <Field
          label={t('setup.siteName')}
          value={name}
          onChange={(value) => onKeep({ site: { ...site, name: value } })}
          placeholder={t('setup.siteExample')}
        />
        <Field label={t('setup.street')} autoComplete="address-line1" value={line1} onChange={set('line1')} />
        <div className="fields">
          <Field
            label={t('setup.postalCode')}
            autoComplete="postal-code"
            value={postalCode}
            onChange={set('postalCode')}
          />
          <Field label={t('setup.city')} autoComplete="address-level2" value={city} onChange={set('city')} />
          <Field label={t('setup.state')} autoComplete="address-level1" value={state} onChange={set('state')} />
          <Select label={t('setup.country')} choices={countries} value={country} onChange={set('country')} />
        </div>
        <CheckField
          label={t('setup.demo')}
          hint={t('setup.demoHint')}
          isSelected={demoData}
          onChange={(isOn) => onKeep({ demoData: isOn })}
          isDisabled={isPending}
        />
        <ActionError error={form.refused} isLine />
        <div className="spread">
          <Button variant="quiet" onPress={onBack}>
            {t('setup.back')}
          </Button>
          <Button type="submit" variant="primary" size="large" isPending={isPending}>
            {t('setup.finish')}
          </Button>
        </div>
      </Form>
    </>
  );
};
