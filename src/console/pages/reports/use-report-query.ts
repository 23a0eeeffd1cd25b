import { getRouteApi } from '@tanstack/react-router';
import { dateFormat, shownOn } from '../../../kernel/date-formats.ts';
import { addDays } from '../../base/time/local-time.ts';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { daysOfRange } from '../../lists/filters/range.ts';
import { useMe } from '../../session/session.ts';
import type { ReportQuery } from './queries.ts';

export const route = getRouteApi('/signed-in/reports');

const MOST_DAYS = 366;

/** The range by default: this month, which the address leaves out. */
export const THIS_MONTH = 'month';

/** What the address asks for: the range, the site, and whether to compare. */
export const useReportQuery = () => {
  const { sites, studio } = useMe();
  const search = route.useSearch();
  const chosen = sites.find(({ id }) => id === search.site);
  const only = sites.length === 1 ? sites[0] : undefined;
  const site = chosen ?? only;
  const zone = site?.timezone ?? studio.timezone;
  const today = useFormats(zone).localDate(useNow());
  const days = daysOfRange(search.range, today) ?? daysOfRange(THIS_MONTH, today);
  const to = days?.to ?? today;
  const from = days?.from ?? addDays(to, 1 - MOST_DAYS);
  const query: ReportQuery = {
    from: [from, addDays(to, 1 - MOST_DAYS)].toSorted().at(-1) ?? from,
    to,
    compare: search.compare === 'none' ? 'none' : 'previous',
    ...(site === undefined ? {} : { location_id: site.id }),
  };
  return { query, today, zone, site, sites };
};

type Shown = { readonly [Name in 'tab' | 'range' | 'site' | 'compare']?: string | undefined };

/** Shows something else: what is undefined goes from the address. */
export const useShow = () => {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  return (changes: Shown): void => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
};

/** The words of a range of days: 1 to 27 November, in the locale. */
export const useRangeWords = (zone: string) => {
  const { locale } = useFormats(zone);
  return ({ from, to }: { readonly from: string; readonly to: string }): string => {
    const isOfThisYear = from.slice(0, 4) === to.slice(0, 4);
    const format = dateFormat(locale, {
      day: 'numeric',
      month: 'long',
      ...(isOfThisYear ? {} : { year: 'numeric' }),
    });
    return from === to ? format.format(shownOn(from)) : format.formatRange(shownOn(from), shownOn(to));
  };
};
