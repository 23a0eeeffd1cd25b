import { dateFormat, shownOn } from '../../../../kernel/date-formats.ts';
import { useText } from '../../../base/texts.tsx';
import { isDate } from '../../../base/time/local-time.ts';
import { dayName } from '../../../base/time/weekdays.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { FieldWords } from '../../../forms/edit/conflict-view.tsx';
import type { Held } from '../../../forms/specs.ts';
import { type Choices, type OwnWords, useFieldWords } from '../../../forms/use-field-words.ts';
import {
  type ClosureDraft,
  type OpeningHour,
  type RoomDraft,
  siteFields,
} from '../../../parts/settings/site-record.ts';
import { useCountryChoices, useCurrencyChoices, useZoneChoices } from '../../../ui/choices/place-choices.ts';
import type { Site } from './queries.ts';

/** The days of a closure, in words. */
export const useDatesOf = (): ((from: string, to: string) => string) => {
  const t = useText();
  const { locale } = useFormats();
  const dates = dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return (from, to) =>
    isDate(from) && isDate(to) && to >= from ? dates.formatRange(shownOn(from), shownOn(to)) : t('settings.nothing');
};

/** What the fields of a site choose from. */
export const useSiteChoices = ({ timezone, currency }: Pick<Site, 'timezone' | 'currency'>): Choices => {
  const t = useText();
  return {
    timezone: useZoneChoices(timezone),
    currency: useCurrencyChoices(currency),
    'address.country': useCountryChoices(t('settings.nothing')),
  };
};

/** The hours, rooms and closures of a site in words, and what its fields say of nothing. */
export const useShownOfSite = (): OwnWords => {
  const t = useText();
  const { locale, wallTime, list } = useFormats();
  const datesOf = useDatesOf();
  const lists: Readonly<Record<string, (held: never) => string[]>> = {
    openingHours: (held: readonly OpeningHour[]) =>
      held.map(({ day, open, close }) =>
        t('sites.hoursOf', { day: dayName(day, locale, 'short'), from: wallTime(open), to: wallTime(close) }),
      ),
    rooms: (held: readonly RoomDraft[]) =>
      held.map(({ name, capacity }) => (capacity === '' ? name : t('sites.roomOf', { name, capacity }))),
    closures: (held: readonly ClosureDraft[]) =>
      held.map(({ startDate, endDate, name }) => {
        const days = datesOf(startDate, endDate);
        return name === '' ? days : t('sites.closureOf', { name, days });
      }),
  };
  return (name: string, held: Held) => {
    if (typeof held === 'boolean') return t(held ? 'settings.on' : 'settings.off');
    if (held.length === 0) return t('settings.nothing');
    const inWords = lists[name]?.(held as never);
    return inWords && list(inWords);
  };
};

/** The names and the values of the fields of a site, in words. */
export const useSiteWords = (site: Site): FieldWords<Held> =>
  useFieldWords(siteFields.specs, useSiteChoices(site), useShownOfSite());
