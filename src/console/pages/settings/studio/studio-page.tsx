import { useQuery } from '@tanstack/react-query';
import { DAYS, dayName } from '../../../base/time/weekdays.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Choices } from '../../../forms/use-field-words.ts';
import { settingsQuery } from '../../../parts/settings/queries.ts';
import { STUDIO } from '../../../parts/settings/studio-record.ts';
import { useMe } from '../../../session/session.ts';
import { useCurrencyChoices, useLocaleChoices, useZoneChoices } from '../../../ui/choices/place-choices.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { SettingsForm } from '../shared/settings-form.tsx';

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
          {error === null ? <SkeletonRows count={4} /> : <LoadError error={error} onRetry={() => void refetch()} />}
        </div>
      )}
    </SettingsFrame>
  );
};
