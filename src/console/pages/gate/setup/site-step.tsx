import { type FormEvent, useState } from 'react';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { Refused } from '../../../ui/refused.tsx';
import type { StepProps } from './answers.ts';

/** The last step: the name and address of the first site. */
export const SiteStep = ({ answers: { site, studio, demoData }, error, isPending, onBack, onNext }: StepProps) => {
  const t = useText();
  const [name, setName] = useState(site.name ?? '');
  const [line1, setLine1] = useState(site.address?.line1 ?? '');
  const [postalCode, setPostalCode] = useState(site.address?.postalCode ?? '');
  const [city, setCity] = useState(site.address?.city ?? '');
  const [withDemo, setWithDemo] = useState(demoData);
  const country = new Intl.Locale(studio.locale ?? 'en-US').region ?? 'US';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onNext({
      demoData: withDemo,
      site: {
        ...(name.trim() === '' ? {} : { name }),
        ...(line1.trim() === '' ? {} : { address: { line1, postalCode, city, country } }),
      },
    });
  };
  return (
    <>
      <h1>{t('setup.siteTitle')}</h1>
      <p className="quiet">{t('setup.siteHint')}</p>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field label={t('setup.siteName')} value={name} onChange={setName} placeholder={t('setup.siteExample')} />
        <Field label={t('setup.street')} autoComplete="address-line1" value={line1} onChange={setLine1} />
        <div className="fields">
          <Field label={t('setup.postalCode')} autoComplete="postal-code" value={postalCode} onChange={setPostalCode} />
          <Field label={t('setup.city')} autoComplete="address-level2" value={city} onChange={setCity} />
        </div>
        <CheckField
          label={t('setup.demo')}
          hint={t('setup.demoHint')}
          isSelected={withDemo}
          onChange={setWithDemo}
          isDisabled={isPending}
        />
        <Refused error={error} isLine />
        <div className="spread">
          <Button variant="quiet" onPress={onBack}>
            {t('setup.back')}
          </Button>
          <Button type="submit" variant="primary" size="large" isPending={isPending}>
            {t('setup.finish')}
          </Button>
        </div>
      </form>
    </>
  );
};
