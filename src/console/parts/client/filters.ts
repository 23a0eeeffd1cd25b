import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { keysOf } from '../../base/objects.ts';

/** Whom a list of clients has. */
export type Filters = Schemas['SavedClientList']['filters'];
export type Sort = Schemas['SavedClientList']['sort'];
export const SORT_WORDS = {
  newest: 'clients.sortNewest',
  name: 'clients.sortName',
  last_visit: 'clients.sortLastVisit',
  longest_away: 'clients.sortLongestAway',
} as const satisfies Record<Sort, TextKey>;
export const SORTS = keysOf(SORT_WORDS);

export const STATUSES = ['lead', 'active', 'inactive', 'suspended', 'archived'] as const satisfies readonly NonNullable<
  Filters['status']
>[];
export const WAIVERS = ['none', 'signed', 'expired'] as const satisfies readonly NonNullable<Filters['waiverStatus']>[];

export const STATUS_WORDS = {
  lead: 'clients.statusLead',
  active: 'clients.statusActive',
  inactive: 'clients.statusInactive',
  suspended: 'clients.statusSuspended',
  archived: 'clients.statusArchived',
} as const;

/** The filters besides the search text, by their names in the address. */
const NAMES = {
  status: 'status',
  tag: 'tag',
  site: 'homeSiteId',
  plan: 'planId',
  ends: 'packageEndsBefore',
  away: 'lastVisitBefore',
  visited: 'lastVisitAfter',
  never: 'neverVisited',
  owes: 'owes',
  joined: 'joinedAfter',
  until: 'joinedBefore',
  waiver: 'waiverStatus',
  archived: 'includeArchived',
} as const satisfies Record<string, FilterName>;

/** A filter besides the search text. */
type FilterName = Exclude<keyof Filters, 'search'>;
/** The name of a filter in the address. */
export type FilterId = keyof typeof NAMES;

const FILTER_IDS = keysOf(NAMES);

export const isFilterId = (text: string): text is FilterId => text in NAMES;

/** What the address of the page says; `new` is the name of a client to add. */
export type ClientsSearch = {
  readonly [Name in FilterId | 'list' | 'q' | 'sort' | 'after' | 'before' | 'new']?: string;
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const DAYS = /^-?P\d{1,5}D$/;
const isMoment = (text: string): boolean => DAYS.test(text) || !Number.isNaN(Date.parse(text));

const READ: { readonly [Name in FilterName]: (text: string) => Filters[Name] | undefined } = {
  status: (text) => oneOf(STATUSES, text),
  tag: (text) => text,
  homeSiteId: (text) => (UUID.test(text) ? text : undefined),
  planId: (text) => (UUID.test(text) ? text : undefined),
  packageEndsBefore: (text) => (isMoment(text) ? text : undefined),
  lastVisitBefore: (text) => (isMoment(text) ? text : undefined),
  lastVisitAfter: (text) => (isMoment(text) ? text : undefined),
  neverVisited: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  owes: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  joinedAfter: (text) => (isMoment(text) ? text : undefined),
  joinedBefore: (text) => (isMoment(text) ? text : undefined),
  waiverStatus: (text) => oneOf(WAIVERS, text),
  includeArchived: (text) => (text === 'yes' ? true : undefined),
};

/** The filters that an address names itself, without the search text; values that no filter takes are dropped. */
const namedFilters = (search: ClientsSearch): Filters =>
  Object.fromEntries(
    FILTER_IDS.flatMap((id) => {
      const text = search[id];
      const value = text === undefined ? undefined : READ[NAMES[id]](text);
      return value === undefined ? [] : [[NAMES[id], value]];
    }),
  );

/** What a page of clients shows: whom, in which order. */
export interface Shown {
  readonly filters: Filters;
  readonly sort: Sort;
}

/**
 * What an address shows: its own filters, or the filters of the saved list that it names, and what it searches for. An empty `q`
 * searches for nothing where the list does.
 */
export const shownBy = (search: ClientsSearch, list: Shown | undefined): Shown => {
  const named = namedFilters(search);
  const { search: text, ...saved } = list?.filters ?? {};
  const filters = Object.keys(named).length > 0 ? named : saved;
  const wanted = search.q ?? text ?? '';
  return {
    filters: wanted === '' ? filters : { ...filters, search: wanted },
    sort: oneOf(SORTS, search.sort) ?? list?.sort ?? 'newest',
  };
};

/** The value of a filter as the address has it. */
export const filterText = (filters: Filters, id: FilterId): string | undefined => {
  const value = filters[NAMES[id]];
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
};

/** The filters that are set, in the order in which the address names them. */
export const setFilters = (filters: Filters): FilterId[] => FILTER_IDS.filter((id) => filters[NAMES[id]] !== undefined);

/** The address of a list with these filters, from its first page. */
export const addressOf = (shown: Shown, list: (Shown & { readonly id: string }) | undefined): ClientsSearch => {
  const { search: q = '', ...filters } = shown.filters;
  const isEmpty = Object.keys(filters).length === 0;
  const isSaved = list !== undefined && sameFilters(filters, list.filters);
  const named = Object.fromEntries(setFilters(filters).map((id) => [id, filterText(filters, id) ?? '']));
  const kept = isEmpty && !isSaved ? undefined : list;
  return {
    ...(kept === undefined ? {} : { list: kept.id }),
    ...(isSaved ? {} : named),
    ...(q === (kept?.filters.search ?? '') ? {} : { q }),
    ...(shown.sort === (list?.sort ?? 'newest') ? {} : { sort: shown.sort }),
  };
};

const keyOf = ({ search: _search, ...filters }: Filters): string =>
  JSON.stringify(Object.entries(filters).sort(([left], [right]) => left.localeCompare(right)));

/** Whether two lists have the same filters, whatever is searched for in them. */
export const sameFilters = (left: Filters, right: Filters): boolean => keyOf(left) === keyOf(right);

/** Filters that exclude each other: choosing a value of a filter drops these. */
const EXCLUDED: Partial<Record<FilterName, readonly FilterName[]>> = {
  lastVisitBefore: ['lastVisitAfter', 'neverVisited'],
  lastVisitAfter: ['lastVisitBefore', 'neverVisited'],
  neverVisited: ['lastVisitBefore', 'lastVisitAfter'],
  joinedAfter: ['joinedBefore'],
  status: ['includeArchived'],
  includeArchived: ['status'],
};

/** The filters with the value of one filter, as the address has it, or without the filter. */
export const withFilter = (filters: Filters, id: FilterId, text: string | undefined): Filters => {
  const name = NAMES[id];
  const value = text === undefined ? undefined : READ[name](text);
  const dropped: readonly string[] = [name, ...(value === undefined ? [] : (EXCLUDED[name] ?? []))];
  const others = Object.entries(filters).filter(([each]) => !dropped.includes(each));
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
};

/** How many days from now a moment says: 21 of -P21D; undefined for an instant. */
export const daysOf = (moment: string): number | undefined => {
  const match = /^(-?)P(\d+)D$/.exec(moment);
  return match === null ? undefined : Number(match[2]) * (match[1] === '-' ? -1 : 1);
};
