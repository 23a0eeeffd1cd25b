import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage, type PageRequest } from '../../database/pages.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import { added, id, line, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import { siteFilter } from '../sites/named-sites.ts';
import { checkIn, findCheckin } from './check-in.ts';
import { checkinPage, visitors } from './queries.ts';
import { Checkin, CheckinList, CreateCheckin } from './shapes.ts';
import { checkinView } from './view.ts';

const onCheckin = { find: findCheckin };

const filters = {
  client_id: optional(id()),
  location_id: optional(id()),
  external_id: added(line(255)),
};

type Query = Static<TObject<typeof filters>>;

/** The filters of a query: the first one given selects the index, the others (`beside...`) use none. */
const filtersOf = ({ external_id: externalId, client_id: clientId }: Query, siteId: string | undefined): Filters => {
  if (externalId !== undefined) return { externalId, besideClientId: clientId, besideSiteId: siteId };
  if (clientId !== undefined) return { clientId, besideSiteId: siteId };
  return { siteId };
};

const pageOf = (read: Read, query: Query, caller: Caller, page: PageRequest) => {
  if (query.client_id !== undefined && visitors.clientId(read, query.client_id) === undefined) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const siteId = siteFilter(read, caller, query);
  const narrowed = filtersOf(query, siteId);
  if (caller.siteIds === null || siteId !== undefined) return checkinPage(read, page, narrowed);
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  if (isNarrowed) return checkinPage(read, page, { ...narrowed, reachable: JSON.stringify(caller.siteIds) });
  const parts = caller.siteIds.map((siteId) => checkinPage(read, page, { siteId }));
  return mergedPage(page, parts);
};

/** Clients who came to a location. */
export const checkinOperations = businessOperations('Check-ins', 'checkins', ({ list, read, write }) => [
  list(
    'GET /v2/checkins',
    'listCheckins',
    { summary: 'List check-ins', filters, expands: 'checkin', answer: CheckinList, staff: 'bookings:read' },
    (read, { query, caller, page }) => ({ page: pageOf(read, query, caller, page), view: checkinView }),
  ),
  write(
    'POST /v2/checkins',
    'createCheckin',
    {
      summary: 'Check a client in at a location',
      body: CreateCheckin,
      isBodyRequired: true,
      status: 201,
      answer: Checkin,
      staff: 'bookings:check_in',
      sites: 'named',
    },
    (tx, { caller, body }) => checkinView(checkIn(tx, caller, body)),
  ),
  read(
    'GET /v2/checkins/:id',
    'getCheckin',
    { summary: 'Retrieve a check-in', on: onCheckin, expands: 'checkin', answer: Checkin, staff: 'bookings:read' },
    (_read, { record }) => checkinView(record),
  ),
]);
