import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import {
  CHECKIN_STATUSES,
  CLIENT_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
} from '../../events/enumerations.ts';
import type { Caller } from '../../kernel/caller.ts';
import { defined } from '../../kernel/objects.ts';
import { type Detail, invalid, invalidDetail, invalidParam } from '../../kernel/problem.ts';
import { described, id, instant, object, oneOf, optional, type Static } from '../../kernel/schemas.ts';
import type { Filters } from '../../records/pages.ts';
import { byStatus } from '../checkins/queries.ts';
import { narrowedBy, narrowing } from '../clients/listing/list.ts';
import { siteFilter } from '../named-sites.ts';
import type { ExportFamily, ExportFilters } from './exported-family.ts';

const STATUSES = [...new Set([...PAYMENT_STATUSES, ...CHECKIN_STATUSES, ...CLIENT_STATUSES])] as const;

/** The maximum number of records that a file is chosen of by their ids: an address with more would be too long for some proxies. */
const MOST_IDS = 100;

const { status: _status, ...clientNarrowing } = narrowing;

/** The filters of files, which are the filters of the lists, and the ids of what is selected in a list. */
export const filterParameters = {
  from: optional(described(instant(), 'Start of the period in which a payment was created or a client checked in.')),
  to: optional(described(instant(), 'End of the period, exclusive.')),
  client_id: optional(id()),
  location_id: optional(id()),
  status: optional(described(oneOf(...STATUSES), 'The statuses differ for payments, check-ins, and clients.')),
  payment_method: optional(described(oneOf(...PAYMENT_METHODS), 'The payment method.')),
  purpose: optional(described(oneOf(...PAYMENT_PURPOSES), 'What the payment is for.')),
  'id[]': optional(described(Type.Array(id(), { minItems: 1, maxItems: MOST_IDS }), 'Only export these clients.')),
  ...clientNarrowing,
};

const parameters = object(() => filterParameters);
export type ExportQuery = Static<typeof parameters>;

const shared = (read: Read, caller: Caller, query: ExportQuery): Filters => ({
  from: query.from,
  to: query.to,
  clientId: query.client_id,
  siteId: siteFilter(read, caller, { location_id: query.location_id }),
});

export const paymentFilters: ExportFilters = {
  words: {
    from: null,
    to: null,
    client_id: null,
    location_id: null,
    status: PAYMENT_STATUSES,
    payment_method: PAYMENT_METHODS,
    purpose: PAYMENT_PURPOSES,
  },
  of: (read, caller, query) => ({
    ...shared(read, caller, query),
    status: query.status,
    paymentMethod: query.payment_method,
    purpose: query.purpose,
  }),
};

export const checkinFilters: ExportFilters = {
  words: { from: null, to: null, client_id: null, location_id: null, status: CHECKIN_STATUSES },
  of: (read, caller, query) => ({ ...shared(read, caller, query), ...byStatus(query.status) }),
};

const isNarrowed = (query: ExportQuery): boolean =>
  Object.keys(narrowing).some((parameter) => Reflect.get(query, parameter) !== undefined);

/** The clients of some ids, or of the filters of their list, which are in `list` as JSON. */
export const clientFilters: ExportFilters = {
  words: {
    ...Object.fromEntries(Object.keys(narrowing).map((parameter) => [parameter, null])),
    status: CLIENT_STATUSES,
    'id[]': null,
  },
  of(read, _caller, query) {
    const { 'id[]': ids, status: _all, ...others } = query;
    const status = CLIENT_STATUSES.find((each) => each === query.status);
    if (!isNarrowed(query)) return { ids: ids && JSON.stringify(ids) };
    if (ids !== undefined)
      throw invalidParam('id[]', "Send either 'id[]' or the filters of the list of clients.", {
        reason: 'not_accepted',
      });
    return { list: JSON.stringify(narrowedBy({ ...others, ...defined({ status }) }, read.now)) };
  },
};

const problemOf = ({ name, filters }: ExportFamily, param: string, value: string): Detail | undefined => {
  const words = filters?.words[param];
  if (words === undefined) {
    return invalidDetail(param, `The file of '${name}' has no filter '${param}'. Leave it out to get every record.`, {
      reason: 'not_accepted',
    });
  }
  if (words === null || words.includes(value)) return undefined;
  return invalidDetail(param, `'${value}' is not a valid ${param} of '${name}'. Choose one of: ${words.join(', ')}.`, {
    reason: 'not_a_choice',
  });
};

/** The filters of a file. @throws Problem 400 for a filter that the family does not have, 403 as `siteFilter`. */
export const fileFilters = (read: Read, caller: Caller, family: ExportFamily, query: ExportQuery): Filters => {
  const given = Object.keys(filterParameters).flatMap((param) => {
    const value: unknown = Reflect.get(query, param);
    return value === undefined ? [] : [problemOf(family, param, String(value))];
  });
  const problems = given.filter((each) => each !== undefined);
  if (problems.length > 0) throw invalid(problems);
  return family.filters?.of(read, caller, query) ?? {};
};
