import type { Read } from '../../database/database.ts';
import { CHECKIN_STATUSES } from '../../events/enumerations.ts';
import { at, from } from '../../http/operations/example.ts';
import type { ListResult } from '../../http/operations/operation.ts';
import { type FilteredCall, recordOperations } from '../../http/operations/record-operations.ts';
import { described, extensionParameter, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { periodFilters } from '../../records/periods.ts';
import { CHECKINS, MEMBER, SITES } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { checkIn } from './check-in.ts';
import { checkinTotal } from './listing/totals.ts';
import { overrideCheckin } from './override.ts';
import { byStatus, checkinPage } from './queries.ts';
import { Checkin, type CheckinRow } from './record.ts';
import { CheckinList, CreateCheckin, OverrideCheckin } from './shapes.ts';

const filters = {
  client_id: optional(id()),
  location_id: optional(id()),
  status: extensionParameter(oneOf(...CHECKIN_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
  include_count: extensionParameter(described(flag(), "Adds 'total': how many check-ins the whole list has.")),
};

/** A page of check-ins, with their number where the request wants it. */
const listedCheckins = (
  read: Read,
  { filters: given, query, caller, page }: FilteredCall<typeof filters>,
): ListResult<CheckinRow> => {
  const { locationId: _, includeCount, status, ...others } = given;
  const wanted = { ...others, ...byStatus(status), siteId: siteFilter(read, caller, query) };
  return {
    page: checkinPage(read, page, wanted, caller.siteIds),
    view: Checkin.view,
    ...(includeCount === true ? { added: { total: checkinTotal(read, wanted, caller.siteIds) } } : {}),
  };
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
        "Valid and refused check-ins, the newest first. The status invalid leaves those that were refused. 'from' and 'to' limit the list to a period by 'checkedInAt'.",
        listedCheckins,
        { filters, response: CheckinList, expands: 'checkin', example: { query: { client_id: MEMBER } } },
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
      retrieve(
        'The check-in as it was recorded, also when it was refused. It changes only when staff let the client in, or undo it.',
        { expands: 'checkin' },
      ),
    ],
  );

export const manageCheckinOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    { tag: 'Check-ins', reads: 'getCheckin' },
    'manage',
    {
      record: { ...Checkin, create: CreateCheckin },
      path: '/manage/checkins',
      names: ['check-in', 'check-ins'],
      ids: ['Checkin', 'Checkins'],
      staff: { read: 'bookings:read', write: 'bookings:check_in' },
      example: at(CHECKINS.refused),
    },
    ({ act }) => [
      act(
        'override',
        "The check-in becomes valid as of its own time, and its booking is attended. 'override' keeps who decided, why, and what had refused the client.",
        (tx, caller, row, body) => overrideCheckin(tx, caller, row, body, reactions),
        {
          summary: 'Let a client in whose check-in was refused',
          body: OverrideCheckin,
          example: { body: { reason: 'Pays tomorrow' } },
        },
      ),
    ],
  );
