import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../formats.ts';
import { useMe } from '../../../session.ts';
import { Failure } from '../../../ui/failure.tsx';
import { useCurrencyChoices, useLocaleChoices, useZoneChoices } from '../../../ui/place-choices.ts';
import type { Choice } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { DAYS, dayName } from '../../../weekdays.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { settingsQuery } from '../shared/queries.ts';
import { SettingsForm } from '../shared/settings-form.tsx';
import type { Part } from '../shared/specs.ts';
import { studioParts } from './specs.ts';

/** The settings of the studio as a whole, with choices in the language of the page. */
const usePartsOf = (locale: string, currency: string, zone: string, sites: readonly Choice[]): readonly Part[] => {
  const formats = useFormats();
  return studioParts({
    locales: useLocaleChoices(locale),
    zones: useZoneChoices(zone),
    currencies: useCurrencyChoices(currency),
    days: DAYS.map((id) => ({ id, name: dayName(id, formats.locale, 'long') })),
    sites,
  });
};

/** The studio as a whole: language, currency, zone, week, help, and how staff sign in. */
export const StudioPage = () => {
  const { studio, sites } = useMe();
  const { data, error, refetch } = useQuery(settingsQuery(undefined));
  const parts = usePartsOf(studio.locale, studio.currency, studio.timezone, sites);
  return (
    <SettingsFrame page="/settings/studio">
      {data !== undefined && <SettingsForm siteId={undefined} version={data} parts={parts} />}
      {data === undefined && (
        <div className="stack">
          {error === null ? <SkeletonRows count={4} /> : <Failure error={error} onRetry={() => void refetch()} />}
        </div>
      )}
    </SettingsFrame>
  );
};
