import { from } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { extensionParameter, id, line, optional } from '../../kernel/schemas.ts';
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

/** Clients at a location. */
export const checkinOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    { tag: 'Check-ins', about: 'The visits of clients: who was where, and when.', audited: false },
    'checkins',
    {
      record: { ...Checkin, create: CreateCheckin },
      path: '/v2/checkins',
      names: ['check-in', 'check-ins'],
      ids: ['Checkin', 'Checkins'],
      staff: { read: 'bookings:read', write: 'bookings:check_in' },
      example: { path: { id: from(CHECKINS.first, 'listCheckins', '/data/0/id') } },
    },
    ({ list, create, retrieve }) => [
      list(
        "Valid and refused check-ins, the newest first. 'from' and 'to' limit the list to a period by 'checkedInAt'.",
        (read, { filters: { locationId: _, ...others }, query, caller, page }) =>
          checkinPage(read, page, { ...others, siteId: siteFilter(read, caller, query) }, caller.siteIds),
        { filters, expands: 'checkin', example: { query: { client_id: MEMBER } } },
      ),
      create(
        "Find the client by id, barcode, fob number or email. A refusal is 201 too: 'status' is invalid, and 'statusCode' says why.",
        (tx, caller, body) => checkIn(tx, caller, body, reactions),
        {
          summary: 'Check a client in at a location',
          isBodyRequired: true,
          example: { body: { clientId: MEMBER, locationId: SITES.downtown } },
        },
      ),
      retrieve('The check-in as it was recorded, also when it was refused. Check-ins never change.', {
        expands: 'checkin',
      }),
    ],
  );
