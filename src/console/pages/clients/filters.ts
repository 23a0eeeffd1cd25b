import type { Schemas } from '../../api/types.ts';
import { keysOf } from '../../objects.ts';

/** Whom a list of clients has. */
export type Filters = Schemas['SavedClientList']['filters'];
/** The order of a list of clients. */
export type Sort = Schemas['SavedClientList']['sort'];
export const SORTS = ['newest', 'name', 'last_visit', 'longest_away'] as const satisfies readonly Sort[];

export const STATUSES = ['lead', 'active', 'inactive', 'suspended', 'archived'] as const satisfies readonly NonNullable<
  Filters['status']
>[];
export const WAIVERS = ['none', 'signed', 'expired'] as const satisfies readonly NonNullable<Filters['waiverStatus']>[];

/** What the address of the page says. */
export interface ClientsSearch {
  readonly list?: string;
  readonly q?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly site?: string;
  readonly plan?: string;
  readonly ends?: string;
  readonly away?: string;
  readonly visited?: string;
  readonly never?: string;
  readonly owes?: string;
  readonly joined?: string;
  readonly until?: string;
  readonly waiver?: string;
  readonly archived?: string;
  readonly sort?: string;
  readonly after?: string;
  readonly before?: string;
  /** The name of a client to add. */
  readonly new?: string;
}

/** A filter besides the search text. */
export type FilterName = Exclude<keyof Filters, 'search'>;

/** The filters by their names in the address. */
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
} as const satisfies Partial<Record<keyof ClientsSearch, FilterName>>;

const ADDRESS_NAMES = keysOf(NAMES);

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
    ADDRESS_NAMES.flatMap((name) => {
      const text = search[name];
      const value = text === undefined ? undefined : READ[NAMES[name]](text);
      return value === undefined ? [] : [[NAMES[name], value]];
    }),
  );

/** What a page of clients shows: whom, in which order. */
export interface Shown {
  readonly filters: Filters;
  readonly sort: Sort;
}

/** What an address shows: its own filters, or the filters of the saved list that it names. */
export const shownBy = (search: ClientsSearch, list: Shown | undefined): Shown => {
  const named = namedFilters(search);
  const { search: text, ...saved } = list?.filters ?? {};
  const filters = Object.keys(named).length > 0 ? named : saved;
  const wanted = search.q ?? text;
  return {
    filters: wanted === undefined ? filters : { ...filters, search: wanted },
    sort: oneOf(SORTS, search.sort) ?? list?.sort ?? 'newest',
  };
};

const textOf = (value: string | boolean): string => (typeof value === 'string' ? value : value ? 'yes' : 'no');

/** The address of a list with these filters, from its first page. */
export const addressOf = (shown: Shown, list: (Shown & { readonly id: string }) | undefined): ClientsSearch => {
  const { search: q, ...filters } = shown.filters;
  const isEmpty = Object.keys(filters).length === 0;
  const isSaved = list !== undefined && sameFilters(filters, list.filters);
  const named = Object.fromEntries(
    ADDRESS_NAMES.flatMap((name) => {
      const value = filters[NAMES[name]];
      return value === undefined ? [] : [[name, textOf(value)]];
    }),
  );
  return {
    ...(list === undefined || (isEmpty && !isSaved) ? {} : { list: list.id }),
    ...(isSaved ? {} : named),
    ...(q === undefined || q === '' ? {} : { q }),
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

/** The filters without some of them. */
export const without = (filters: Filters, ...names: readonly FilterName[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.some((each) => each === name)));

/** The filters with the value of one filter. */
export const withFilter = <Name extends FilterName>(filters: Filters, name: Name, value: Filters[Name]): Filters => ({
  ...without(filters, ...(EXCLUDED[name] ?? [])),
  [name]: value,
});

/** The names of the filters that are set, in the order in which the address names them. */
export const setFilters = (filters: Filters): FilterName[] =>
  ADDRESS_NAMES.map((name) => NAMES[name]).filter((name) => filters[name] !== undefined);

/** How many days from now a moment says: 21 of -P21D; undefined for an instant. */
export const daysOf = (moment: string): number | undefined => {
  const match = /^(-?)P(\d+)D$/.exec(moment);
  return match === null ? undefined : Number(match[2]) * (match[1] === '-' ? -1 : 1);
};
