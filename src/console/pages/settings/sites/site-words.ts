import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { useCountryChoices, useCurrencyChoices } from '../../../ui/place-choices.ts';
import { dayName } from '../../../weekdays.ts';
import { LISTS } from './fields.ts';

export const NAMES = {
  name: 'sites.name',
  code: 'sites.code',
  description: 'sites.description',
  phone: 'sites.phone',
  email: 'sites.email',
  websiteUrl: 'sites.website',
  timezone: 'sites.zone',
  currency: 'sites.currency',
  isDigital: 'sites.digital',
  'address.line1': 'sites.line1',
  'address.line2': 'sites.line2',
  'address.postalCode': 'sites.postalCode',
  'address.city': 'sites.city',
  'address.state': 'sites.state',
  'address.country': 'sites.country',
  openingHours: 'sites.hours',
  rooms: 'sites.rooms',
  closures: 'sites.closures',
} as const satisfies Readonly<Record<string, TextKey>>;

const isName = (path: string): path is keyof typeof NAMES => Object.hasOwn(NAMES, path);
const utc = (date: string): string => `${date}T12:00:00Z`;

/** The names and the values of the fields of a site, in words. */
export const useSiteWords = (): FieldWords & { readonly datesOf: (from: string, to: string) => string } => {
  const t = useText();
  const { locale, wallTime, list } = useFormats();
  const dates = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
  const countries = useCountryChoices(t('settings.nothing'));
  const currencies = useCurrencyChoices('');
  const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
  const datesOf = (from: string, to: string): string =>
    isDate(from) && isDate(to) && to >= from
      ? dates.formatRange(Date.parse(utc(from)), Date.parse(utc(to)))
      : t('settings.nothing');
  return {
    datesOf,
    nameOf: (param) => {
      const path = param.replace(/\[\d+\].*$/, '');
      return isName(path) ? t(NAMES[path]) : path;
    },
    shownOf: (path, value) => {
      if (value === '') return t('settings.nothing');
      if (path === 'isDigital') return t(value === 'yes' ? 'settings.on' : 'settings.off');
      if (path === 'address.country') return countries.find(({ id }) => id === value)?.name ?? value;
      if (path === 'currency') return currencies.find(({ id }) => id === value)?.name ?? value;
      if (path === 'timezone') return value.replaceAll('_', ' ');
      if (path === 'openingHours') {
        return list(
          LISTS.hours
            .read(value)
            .map(({ day, open, close }) =>
              t('sites.hoursOf', { day: dayName(day, locale, 'short'), from: wallTime(open), to: wallTime(close) }),
            ),
        );
      }
      if (path === 'rooms') {
        return list(
          LISTS.rooms
            .read(value)
            .map(({ name, capacity }) => (capacity === '' ? name : t('sites.roomOf', { name, capacity }))),
        );
      }
      if (path === 'closures') {
        return list(
          LISTS.closures.read(value).map(({ startDate, endDate, name }) => {
            const days = datesOf(startDate, endDate);
            return name === '' ? days : t('sites.closureOf', { name, days });
          }),
        );
      }
      return value;
    },
  };
};
