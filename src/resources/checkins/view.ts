import { unpackPairs } from '../../store/json.ts';
import type { CheckinRow } from '../../store/tables/checkins.ts';
import type { Expansions } from '../../web/expand.ts';
import { bookingExpansion } from '../bookings/view.ts';
import { clientExpansion } from '../clients/view.ts';
import { sessionExpansion } from '../sessions/view.ts';
import { siteExpansion } from '../sites/view.ts';
import type { CheckinWire, MemberCheckinWire } from './shapes.ts';

export const checkinView = (row: CheckinRow): CheckinWire => ({
  id: row.id,
  object: 'checkin',
  clientId: row.clientId,
  siteId: row.siteId,
  locationId: row.siteId,
  bookingId: row.bookingId,
  sessionId: row.sessionId,
  packageId: row.packageId,
  checkedInAt: row.checkedInAt,
  type: row.sessionId === null ? 'general' : 'session',
  source: row.source as CheckinWire['source'],
  status: row.status as CheckinWire['status'],
  statusCode: row.statusCode as CheckinWire['statusCode'],
  message: row.message,
  isReEntry: row.isReEntry === 1,
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const memberCheckinView = (row: CheckinRow): MemberCheckinWire => {
  const { metadata: _, ...told } = checkinView(row);
  return told;
};

/** What can be included in a check-in; a restricted caller finds no clients of other homes there. */
export const checkinExpansions = (siteIds: readonly string[] | null): Expansions => ({
  client: clientExpansion('clientId', siteIds),
  location: siteExpansion('siteId'),
  booking: bookingExpansion('bookingId', siteIds),
  session: sessionExpansion('sessionId'),
});
