import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { formatsOf } from '../../../formats/make-formats.ts';
import { Form, useForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCurrencyChoices, useLocaleChoices, useZoneChoices } from '../../../ui/choices/place-choices.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import type { StepProps } from './answers.ts';

/** The currency of each country that is not the euro's, for what the browser says. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  CH: 'CHF',
  MX: 'MXN',
  AR: 'ARS',
  BR: 'BRL',
  SE: 'SEK',
  DK: 'DKK',
  NO: 'NOK',
  PL: 'PLN',
};

/** A price, in minor units, that shows how prices look. */
const SAMPLE_PRICE = 15_000;

interface StudioStepProps extends StepProps {
  readonly current: { readonly name: string; readonly locale: string; readonly currency: string };
}

/** The second step: the studio, its language, currency and zone, with how prices and dates will look. */
export const StudioStep = ({ answers: { studio }, current, onKeep, onBack, onNext }: StudioStepProps) => {
  const t = useText();
  const browserLocale = navigator.language.includes('-') ? navigator.language : current.locale;
  const { name = '', locale = browserLocale } = studio;
  const currency = studio.currency ?? CURRENCIES[new Intl.Locale(browserLocale).region ?? ''] ?? 'EUR';
  const timezone = studio.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (field: keyof typeof studio) => (value: string) => {
    onKeep({ studio: { ...studio, [field]: value } });
  };
  const locales = useLocaleChoices(browserLocale);
  const currencies = useCurrencyChoices(currency);
  const zones = useZoneChoices(timezone);
  const now = nowMs();
  const formats = formatsOf(locale, timezone);
  const form = useForm({
    problems: { name: name.trim() === '' ? t('setup.missing') : undefined },
    submit: () => onNext({ studio: { name, locale, currency, timezone } }),
  });
  return (
    <>
      <h1>{t('setup.studioTitle')}</h1>
      <p className="quiet">{t('setup.studioHint')}</p>
      <Form form={form}>
        <Field
          label={t('setup.name')}
          autoComplete="organization"
          value={name}
          onChange={set('name')}
          hint={t('setup.nameHint')}
          {...form.field('name')}
        />
        <div className="fields">
          <Select label={t('setup.locale')} choices={locales} value={locale} onChange={set('locale')} />
          <Select label={t('setup.currency')} choices={currencies} value={currency} onChange={set('currency')} />
        </div>
        <Select
          label={t('setup.zone')}
          choices={zones}
          value={timezone}
          onChange={set('timezone')}
          hint={t('setup.zoneHint', { time: formats.time(now) })}
        />
        <div className="field">
          <span className="label">{t('setup.sample')}</span>
          <div className="sample">
            <span>
              <small className="quiet">{t('setup.price')}</small>
              {formats.money(SAMPLE_PRICE, currency)}
            </span>
            <span>
              <small className="quiet">{t('setup.date')}</small>
              {formats.date(now)}
            </span>
            <span>
              <small className="quiet">{t('setup.time')}</small>
              {formats.time(now)}
            </span>
          </div>
        </div>
        <div className="spread">
          <Button variant="quiet" onPress={onBack}>
            {t('setup.back')}
          </Button>
          <Button type="submit" variant="primary" size="large">
            {t('setup.goOn')}
          </Button>
        </div>
      </Form>
    </>
  );
};
