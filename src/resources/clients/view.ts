import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { type ClientRecord, findClients } from './queries.ts';
import type { ClientWire, MarketingConsent, Waiver } from './shapes.ts';

/** What stands where nothing was ever said. */
export const NO_WAIVER: Waiver = Object.freeze({ status: 'none', version: null, signedAt: null });
export const NO_CONSENT: MarketingConsent = Object.freeze({
  email: false,
  sms: false,
  push: false,
  updatedAt: null,
  source: null,
});

export const clientView = (row: ClientRecord): ClientWire => ({
  id: row.id,
  object: 'client',
  firstName: row.firstName,
  lastName: row.lastName,
  fullName: `${row.firstName} ${row.lastName}`,
  email: row.email,
  phone: row.phone,
  dateOfBirth: row.dateOfBirth,
  gender: row.gender,
  address: unpack(row.address),
  photoUrl: row.photoUrl,
  preferredLocale: row.preferredLocale,
  timezone: row.timezone,
  status: row.status as ClientWire['status'],
  homeLocationId: row.homeLocationId,
  emergencyContact: unpack(row.emergencyContact),
  barcode: row.barcode,
  fobNumber: row.fobNumber,
  leadSource: row.leadSource,
  referredByClientId: row.referredByClientId,
  joinedAt: row.joinedAt,
  tags: unpackList(row.tags),
  customProperties: unpack(row.customProperties) ?? {},
  notes: row.notes,
  alerts: unpack(row.alerts),
  waiver: unpack(row.waiver) ?? NO_WAIVER,
  marketingConsent: unpack(row.marketingConsent) ?? NO_CONSENT,
  stats: {
    bookings: row.bookings,
    visits: row.visits,
    noShows: row.noShows,
    lateCancels: row.lateCancels,
    firstVisitAt: row.firstVisitAt,
    lastVisitAt: row.lastVisitAt,
    nextBookingAt: row.nextBookingAt,
  },
  // Never minus zero.
  accountBalance: { amount: 0 - row.owed, currency: row.currency },
  defaultPaymentMethod: unpack(row.defaultCard),
  isInArrears: row.owed > 0,
  archivedAt: row.archivedAt,
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/**
 * Includes the client that `from` points to.
 * @param siteIds the sites a restricted caller reaches; clients of other homes stay null.
 */
export const clientExpansion = (from: string, siteIds: readonly string[] | null): Expansion => ({
  from,
  load: loadWith((read, ids) => findClients(read, ids, siteIds), clientView),
});
