// The views of the floor, written by hand: the same fields in the same order as the responses of the service.
// biome-ignore-all lint/suspicious/noExplicitAny: the floor uses rows without any checks.

import { HOUR_MS } from '../../src/kernel/durations.ts';
import { addDays, instantOf } from '../../src/kernel/local-time.ts';

export type Row = Record<string, any>;

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const iso = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString();
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
  leaderboardVisibility: row.leaderboardVisibility,
  stats: {
    bookings: row.bookings,
    visits: row.visits,
    noShows: row.noShows,
    lateCancels: row.lateCancels,
    firstVisitAt: row.firstVisitAt,
    lastVisitAt: row.lastVisitAt,
    nextBookingAt: row.nextBookingAt ?? null,
  },
  accountBalance: { amount: 0, currency: row.currency ?? 'USD' },
  accountBalances: row.accountBalances === null ? [] : JSON.parse(row.accountBalances),
  defaultPaymentMethod: null,
  isInArrears: false,
  archivedAt: row.archivedAt,
  erasedAt: row.erasedAt,
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
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
  packageId: null,
  creditsUsed: 0,
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
  notes: row.notes,
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  waitlist: null,
  freeCancelUntil: iso(Date.parse(row.startTime) - 12 * HOUR_MS),
});

export const checkinRecord = (row: Row): object => ({
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
  source: row.source,
  status: row.status,
  statusCode: row.statusCode,
  message: row.message,
  isReEntry: row.isReEntry === 1,
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** With fixed default booking settings, for sessions that are neither cancelled nor private. */
export const sessionRecord = (row: Row): object => {
  const now = new Date().toISOString();
  const [start, end] = [Date.parse(row.startTime), Date.parse(row.endTime)];
  const bookedCount = row.confirmedCount + row.attendedCount + row.noShowCount;
  const availableSpots = Math.max(0, row.capacity - bookedCount);
  const bookingOpensAt = iso(instantOf(addDays(row.localDate, -14), row.localStartTime, row.timezone));
  const isFull = availableSpots === 0;
  const notBookableReason =
    now >= row.startTime ? 'started' : now < bookingOpensAt ? 'not_open_yet' : isFull ? 'full' : null;
  return {
    id: row.id,
    object: 'session',
    name: row.name,
    description: row.description,
    category: row.category,
    level: row.level,
    tags: row.tags === null ? [] : JSON.parse(row.tags),
    imageUrl: row.imageUrl,
    type: row.type,
    status: now < row.startTime ? 'scheduled' : now < row.endTime ? 'in_progress' : 'completed',
    siteId: row.siteId,
    locationId: row.siteId,
    roomName: row.roomName,
    instructorId: row.instructorId,
    originalInstructorId: row.originalInstructorId,
    additionalInstructorIds: row.additionalInstructorIds === null ? [] : JSON.parse(row.additionalInstructorIds),
    isSubstitute: row.originalInstructorId !== null && row.originalInstructorId !== row.instructorId,
    scheduleId: row.scheduleId,
    occurrenceKey: row.occurrenceKey,
    startTime: row.startTime,
    endTime: row.endTime,
    durationMinutes: row.durationMinutes,
    timezone: row.timezone,
    localDate: row.localDate,
    localStartTime: row.localStartTime,
    capacity: row.capacity,
    bookedCount,
    attendedCount: row.attendedCount,
    availableSpots,
    waitlistEnabled: row.waitlistEnabled === null || row.waitlistEnabled === 1,
    waitlistCapacity: row.waitlistCapacity,
    waitlistCount: row.waitlistedCount,
    isFull,
    isBookable: notBookableReason === null,
    notBookableReason,
    bookingOpensAt,
    bookingClosesAt: row.startTime,
    freeCancelUntil: iso(start - 12 * HOUR_MS),
    checkInOpensAt: iso(start - 2 * HOUR_MS),
    checkInClosesAt: iso(end),
    creditCost: row.creditCost,
    dropInPrice: parsed(row.dropInPrice),
    isVirtual: row.isVirtual === 1,
    virtualUrl: null,
    isPrivate: row.isPrivate === 1,
    isModified: row.isModified === 1,
    cancelledAt: row.cancelledAt,
    cancelReason: row.cancelReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};
