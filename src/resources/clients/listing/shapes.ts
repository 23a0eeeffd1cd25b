import { Type } from '@sinclair/typebox';
import { CLIENT_STATUSES } from '../../../events/enumerations.ts';
import { momentOf } from '../../../kernel/moments.ts';
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
      'Words of the name or email; all must be found. One or two letters find the words they begin. At least four digits find phone numbers that contain them, however they are written.',
  });

/** What lists of clients are filtered by besides search, by the names of bodies. */
export const filterFields = () => ({
  status: optional(oneOf(...CLIENT_STATUSES)),
  tag: optional(described(line(100), 'Clients who have this tag.')),
  homeSiteId: optional(described(id(), 'Clients whose home is this site.')),
  planId: optional(described(id(), 'Clients who have an active package of this plan.')),
  packageEndsBefore: optional(described(moment(), 'Clients who have an active package that ends before then.')),
  lastVisitBefore: optional(described(moment(), 'Clients who came, but not since then.')),
  lastVisitAfter: optional(described(moment(), 'Clients who came then or later.')),
  neverVisited: optional(described(flag(), 'true: clients who never came; false: clients who did.')),
  owes: optional(described(flag(), "Whether 'isInArrears': a renewal or a fee could not be charged.")),
  joinedAfter: optional(described(moment(), "Clients whose 'joinedAt' is then or later.")),
  joinedBefore: optional(described(moment(), "Clients whose 'joinedAt' is earlier.")),
  waiverStatus: optional(described(oneOf(...WAIVER_STATUSES), 'Clients whose waiver has this status.')),
});

/** The filters of a list of clients in a body. */
export const clientFilters = () => ({
  search: optional(searchText()),
  ...filterFields(),
  includeArchived: optional(described(flag(), 'Whether archived clients are in the list.')),
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
