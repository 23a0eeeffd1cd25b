import type { Read } from '../../database/database.ts';
import type { ListResult } from '../../http/operations/call.ts';
import { at, from } from '../../http/operations/example.ts';
import { type FilteredCall, recordOperations } from '../../http/operations/record-operations.ts';
import { described, extensionParameter, flag, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { periodFilters } from '../../records/periods.ts';
import { CHECKINS, MEMBER, SITES } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { checkIn } from './check-in.ts';
import { checkinTotal } from './listing/totals.ts';
import { overrideCheckin } from './override.ts';
import { byStatus, checkinPage, LISTED_STATUSES } from './queries.ts';
import { Checkin, type CheckinRow } from './record.ts';
import { CheckinList, CreateCheckin, OverrideCheckin } from './shapes.ts';

const filters = {
  client_id: optional(id()),
  location_id: optional(id()),
  status: extensionParameter(oneOf(...LISTED_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
  include_count: extensionParameter(
    described(flag(), 'Whether to include `total`, the number of check-ins in the whole list.'),
  ),
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
    { tag: 'Check-ins', about: 'Client visits: who came where, and when.', audited: false },
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
        'Returns valid and refused check-ins, newest first. The status invalid returns those that do not ' +
          'count: refused ones, and those that were undone. `from` and `to` limit the list to a period by `checkedInAt`.',
        listedCheckins,
        { filters, response: CheckinList, expands: 'checkin', example: { query: { client_id: MEMBER } } },
      ),
      create(
        'Identify the client by ID, barcode, fob number, or email. A refused check-in returns 201, too: `status` ' +
          'is invalid, and `statusCode` says why.',
        (tx, caller, body) => checkIn(tx, caller, body, reactions),
        {
          summary: 'Check in a client at a location',
          isBodyRequired: true,
          example: { body: { clientId: MEMBER, locationId: SITES.downtown } },
        },
      ),
      retrieve(
        'Returns the check-in as it was recorded, even if it was refused. It changes only when staff let the ' +
          'client in or undo it.',
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
        'The check-in becomes valid as of its own time, and its booking is attended. `override` records who ' +
          'decided, why, and why the check-in was refused.',
        (tx, caller, row, body) => overrideCheckin(tx, caller, row, body, reactions),
        {
          summary: 'Let in a client whose check-in was refused',
          body: OverrideCheckin,
          example: { body: { reason: 'Pays tomorrow' } },
        },
      ),
    ],
  );
