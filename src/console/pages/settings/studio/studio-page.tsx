import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../formats.ts';
import type { Choices } from '../../../forms/use-field-words.ts';
import { useMe } from '../../../session.ts';
import { Failure } from '../../../ui/failure.tsx';
import { useCurrencyChoices, useLocaleChoices, useZoneChoices } from '../../../ui/place-choices.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { DAYS, dayName } from '../../../weekdays.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { settingsQuery } from '../shared/queries.ts';
import { SettingsForm } from '../shared/settings-form.tsx';
import { STUDIO } from './studio-record.ts';

/** What the settings of the studio choose from, in the language of the page. */
const useChoices = (): Choices => {
  const { studio, sites } = useMe();
  const { locale } = useFormats();
  return {
    'brand.locale': useLocaleChoices(studio.locale),
    'payment.currency': useCurrencyChoices(studio.currency),
    'brand.defaultTimezone': useZoneChoices(studio.timezone),
    'brand.weekStart': DAYS.map((id) => ({ id, name: dayName(id, locale, 'long') })),
    'brand.defaultSiteId': sites,
  };
};

/** The studio as a whole: language, currency, zone, week, help, and how staff sign in. */
export const StudioPage = () => {
  const { data, error, refetch } = useQuery(settingsQuery(undefined));
  const choices = useChoices();
  return (
    <SettingsFrame page="/settings/studio">
      {data !== undefined && <SettingsForm siteId={undefined} version={data} parts={STUDIO} choices={choices} />}
      {data === undefined && (
        <div className="stack">
          {error === null ? <SkeletonRows count={4} /> : <Failure error={error} onRetry={() => void refetch()} />}
        </div>
      )}
    </SettingsFrame>
  );
};
