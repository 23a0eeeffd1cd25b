import { Type } from '@sinclair/typebox';
import { CLIENT_STATUSES } from '../../../events/enumerations.ts';
import { momentOf } from '../../../kernel/formats.ts';
import {
  described,
  flag,
  id,
  line,
  moment,
  oneOf,
  optional,
  type Static,
  type TObject,
} from '../../../kernel/schemas.ts';
import { WAIVER_STATUSES } from '../record.ts';

export const CLIENT_ORDERS = ['newest', 'name', 'last_visit', 'longest_away'] as const;
export type ClientOrder = (typeof CLIENT_ORDERS)[number];

export const searchText = () =>
  Type.String({
    format: 'line',
    minLength: 1,
    maxLength: 200,
    description:
      'Words in the name or email, all of which must match. One or two letters match the start of a word. Four or ' +
      'more digits match phone numbers that contain them, in any format.',
  });

/** What lists of clients are filtered by besides search, by the names of bodies. */
export const filterFields = () => ({
  status: optional(oneOf(...CLIENT_STATUSES)),
  tag: optional(described(line(100), 'Only clients with this tag.')),
  homeSiteId: optional(described(id(), 'Only clients whose home site is this one.')),
  planId: optional(described(id(), 'Only clients with an active package of this plan.')),
  packageEndsBefore: optional(described(moment(), 'Only clients with an active package that ends before this time.')),
  lastVisitBefore: optional(described(moment(), 'Only clients who have visited, but not since this time.')),
  lastVisitAfter: optional(described(moment(), 'Only clients who visited at or after this time.')),
  neverVisited: optional(
    described(flag(), '`true` selects clients who have never visited, and `false` those who have.'),
  ),
  owes: optional(described(flag(), 'Whether `isInArrears` is set: a renewal or fee could not be charged.')),
  joinedAfter: optional(described(moment(), 'Only clients whose `joinedAt` is at or after this time.')),
  joinedBefore: optional(described(moment(), 'Only clients whose `joinedAt` is before this time.')),
  waiverStatus: optional(described(oneOf(...WAIVER_STATUSES), 'Only clients whose waiver has this status.')),
});

/** The filters of a list of clients in a body. */
export const clientFilters = () => ({
  search: optional(searchText()),
  ...filterFields(),
  includeArchived: optional(described(flag(), 'Whether to include archived clients.')),
});

/** The filters of a list of clients, with the values of a request. */
export type ClientFilterValues = Static<TObject<ReturnType<typeof clientFilters>>>;

const MOMENTS = ['packageEndsBefore', 'lastVisitBefore', 'lastVisitAfter', 'joinedAfter', 'joinedBefore'] as const;

/** The filters with instants for what is counted from `now`. */
export const resolved = (filters: ClientFilterValues, now: string): ClientFilterValues => {
  const moments = MOMENTS.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, momentOf(value, now)]];
  });
  return { ...filters, ...Object.fromEntries(moments) };
};
