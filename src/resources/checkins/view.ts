import { unpackPairs } from '../../database/json.ts';
import type { CheckinRow } from '../../database/tables/checkins.ts';
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
