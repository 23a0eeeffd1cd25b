// The floor's records, written out by hand from rows: the same fields in the same order as the service answers.
// biome-ignore-all lint/suspicious/noExplicitAny: rows are taken as they come, which is the point of a floor.

export type Row = Record<string, any>;

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const NO_CONSENT = { email: false, sms: false, push: false, updatedAt: null, source: null };
const NO_WAIVER = { status: 'none', version: null, signedAt: null };

export const clientRecord = (row: Row): object => ({
  id: row.id,
  object: 'client',
  firstName: row.firstName,
  lastName: row.lastName,
  fullName: `${row.firstName} ${row.lastName}`,
  email: row.email,
  phone: row.phone,
  dateOfBirth: row.dateOfBirth,
  gender: row.gender,
  address: parsed(row.address),
  photoUrl: row.photoUrl,
  preferredLocale: row.preferredLocale,
  timezone: row.timezone,
  status: row.status,
  homeLocationId: row.homeLocationId,
  emergencyContact: parsed(row.emergencyContact),
  barcode: row.barcode,
  fobNumber: row.fobNumber,
  leadSource: row.leadSource,
  referredByClientId: row.referredByClientId,
  joinedAt: row.joinedAt,
  tags: row.tags === null ? [] : JSON.parse(row.tags),
  customProperties: row.customProperties === null ? {} : JSON.parse(row.customProperties),
  notes: row.notes,
  alerts: parsed(row.alerts),
  waiver: row.waiver === null ? NO_WAIVER : JSON.parse(row.waiver),
  marketingConsent: row.marketingConsent === null ? NO_CONSENT : JSON.parse(row.marketingConsent),
  stats: {
    bookings: row.bookings,
    visits: row.visits,
    noShows: row.noShows,
    lateCancels: row.lateCancels,
    firstVisitAt: row.firstVisitAt,
    lastVisitAt: row.lastVisitAt,
    nextBookingAt: row.nextBookingAt ?? null,
  },
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
  archivedAt: row.archivedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const bookingRecord = (row: Row): object => ({
  id: row.id,
  object: 'booking',
  clientId: row.clientId,
  sessionId: row.sessionId,
  siteId: row.siteId,
  locationId: row.siteId,
  status: row.status,
  bookingSource: row.bookingSource,
  channel: row.channel,
  bookedAt: row.bookedAt,
  confirmedAt: row.confirmedAt,
  cancelledAt: row.cancelledAt,
  checkedInAt: row.checkedInAt,
  noShowAt: row.noShowAt,
  cancelledBy: row.cancelledBy,
  cancelReason: row.cancelReason,
  isLateCancel: row.isLateCancel === 1,
  creditOutcome: row.creditOutcome,
  penalty: parsed(row.penalty),
  cancellableUntil: row.startTime,
  freeCancelUntil: new Date(Date.parse(row.startTime) - 43_200_000).toISOString(),
  notes: row.notes,
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const sessionRecord = (row: Row): object => ({ ...row, object: 'session' });
