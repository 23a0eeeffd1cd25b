import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import type { Caller } from '../../kernel/caller.ts';
import { extensionParameter, id, line, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import type { PageRequest } from '../../records/pages.ts';
import { periodFilters } from '../../records/periods.ts';
import { CHECKINS, MEMBER, SITES } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { checkIn } from './check-in.ts';
import { checkinPage } from './queries.ts';
import { Checkin } from './record.ts';
import { CreateCheckin } from './shapes.ts';

const filters = {
  client_id: optional(id()),
  location_id: optional(id()),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
};

const pageOf = (read: Read, query: Static<TObject<typeof filters>>, caller: Caller, page: PageRequest) => {
  const { client_id: clientId, external_id: externalId, from, to } = query;
  const siteId = siteFilter(read, caller, query);
  return checkinPage(read, page, { externalId, clientId, siteId, from, to }, caller.siteIds);
};

/** Clients at a location. */
export const checkinOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  businessOperations(
    { tag: 'Check-ins', about: 'The visits of clients: who was where, and when.', reads: 'getCheckin' },
    'checkins',
    ({ list, read, write }) => [
      list(
        'GET /v2/checkins',
        'listCheckins',
        {
          summary: 'List check-ins',
          description:
            "Valid and refused check-ins, the newest first. 'from' and 'to' limit the list to a period by 'checkedInAt'.",
          filters,
          expands: 'checkin',
          response: Checkin.list,
          staff: 'bookings:read',
          example: { query: { client_id: MEMBER } },
        },
        (read, { query, caller, page }) => ({ page: pageOf(read, query, caller, page), view: Checkin.view }),
      ),
      write(
        'POST /v2/checkins',
        'createCheckin',
        {
          summary: 'Check a client in at a location',
          description:
            "Find the client by id, barcode, fob number or email. A refusal is 201 too: 'status' is invalid, and 'statusCode' says why.",
          body: CreateCheckin,
          isBodyRequired: true,
          status: 201,
          response: Checkin.schema,
          staff: 'bookings:check_in',
          sites: 'named',
          example: { body: { clientId: MEMBER, locationId: SITES.downtown } },
        },
        (tx, { caller, body }) => Checkin.view(checkIn(tx, caller, body, reactions)),
      ),
      read(
        'GET /v2/checkins/:id',
        'getCheckin',
        {
          summary: 'Retrieve a check-in',
          description: 'The check-in as it was recorded, also when it was refused. Check-ins never change.',
          on: Checkin,
          expands: 'checkin',
          response: Checkin.schema,
          staff: 'bookings:read',
          example: { path: { id: from(CHECKINS.first, 'listCheckins', '/data/0/id') } },
        },
        (_read, { record }) => Checkin.view(record),
      ),
    ],
  );
