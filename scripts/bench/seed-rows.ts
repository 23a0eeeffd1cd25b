// The rows of the generated data: clients, sessions of one hour, bookings.

import { isoInstant } from '../../src/kernel/clock.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { wallClock } from '../../src/kernel/local-time.ts';
import type { BookingRow } from '../../src/resources/bookings/record.ts';
import type { ClientRow } from '../../src/resources/clients/record.ts';
import type { SessionRow } from '../../src/resources/sessions/record.ts';

const ZONE = 'America/New_York';

const STARTS = [
  'Al',
  'Be',
  'Car',
  'Da',
  'El',
  'Fran',
  'Gre',
  'Ha',
  'Is',
  'Jo',
  'Ka',
  'Lu',
  'Mar',
  'No',
  'Os',
  'Pe',
  'Ro',
  'So',
  'Ta',
  'Vi',
];
const MIDDLES = ['ba', 'ci', 'den', 'fo', 'gar', 'li', 'mon', 'na', 'ri', 'sta', 'ti', 'ven', 'wo', 'xa', 'zel'];
const ENDS = [
  'berg',
  'dez',
  'ell',
  'field',
  'ham',
  'ing',
  'ko',
  'ley',
  'man',
  'ner',
  'ova',
  'son',
  'ton',
  'ur',
  'well',
];

export interface People {
  readonly first: string;
  readonly last: string;
  readonly email: string;
}

/** Person number `index`, with names of two or three syllables, so that searches find realistic numbers of people. */
export const person = (index: number, random: () => number): People => {
  const any = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string;
  const first = any(STARTS) + any(MIDDLES);
  const last = any(STARTS) + any(MIDDLES) + any(ENDS);
  return { first, last, email: `${first}.${last}.${index}@example.com`.toLowerCase() };
};

export const clientRow = (id: string, number: number, who: People, siteId: string, at: string): ClientRow => ({
  id,
  firstName: who.first,
  lastName: who.last,
  email: who.email,
  phone: `+1555${String(number).padStart(7, '0')}`,
  dateOfBirth: '1990-05-17',
  gender: null,
  address:
    number % 3 === 0
      ? '{"line1":"12 Main Street","line2":null,"city":"Springfield","state":"IL","postalCode":"62701","country":"US"}'
      : null,
  photoUrl: null,
  preferredLocale: 'en-US',
  timezone: null,
  status: 'active',
  homeLocationId: siteId,
  emergencyContact: null,
  barcode: null,
  fobNumber: null,
  leadSource: 'website',
  referredByClientId: null,
  joinedAt: at,
  tags: number % 4 === 0 ? '["morning","yoga"]' : null,
  customProperties: null,
  notes: null,
  alerts: null,
  waiver: null,
  marketingConsent: null,
  leaderboardVisibility: 'initials',
  bookings: 0,
  visits: 0,
  noShows: 0,
  lateCancels: 0,
  firstVisitAt: null,
  lastVisitAt: null,
  earliestBookingAt: null,
  metadata: number % 5 === 0 ? '{"source":"crm","plan":"gold"}' : null,
  externalId: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
  defaultCard: null,
  accountBalances: null,
  erasedAt: null,
  hasSignedIn: 0,
  householdId: null,
  householdRole: null,
  isHouseholdPayer: 0,
});

export interface Slot {
  readonly start: number;
  readonly booked: number;
  readonly capacity: number;
  readonly past: boolean;
}

export const sessionRow = (id: string, slot: Slot, siteId: string, at: string): SessionRow => {
  const start = isoInstant(slot.start);
  const end = isoInstant(slot.start + HOUR_MS);
  const local = wallClock(slot.start, ZONE);
  return {
    id,
    name: 'Morning Flow',
    description: 'An hour of flowing movement for every level.',
    category: 'yoga',
    level: 'all',
    tags: null,
    bring: null,
    arriveMinutes: null,
    sign: null,
    imageUrl: null,
    type: 'class',
    siteId,
    roomName: 'Studio A',
    instructorId: null,
    originalInstructorId: null,
    additionalInstructorIds: null,
    scheduleId: null,
    occurrenceKey: `${local.date}T${local.time}`,
    startTime: start,
    endTime: end,
    durationMinutes: 60,
    timezone: ZONE,
    localDate: local.date,
    localStartTime: local.time,
    capacity: slot.capacity,
    confirmedCount: slot.past ? 0 : slot.booked,
    attendedCount: slot.past ? slot.booked : 0,
    noShowCount: 0,
    hasBookings: Number(slot.booked > 0),
    waitlistedCount: 0,
    offersHeld: 0,
    noShowsDueAt: null,
    waitlistEnabled: null,
    waitlistCapacity: null,
    creditCost: 1,
    dropInPrice: null,
    isVirtual: 0,
    virtualUrl: null,
    isPrivate: 0,
    isModified: 0,
    cancelledAt: null,
    cancelReason: null,
    completedAt: slot.past ? end : null,
    rescheduledId: null,
    createdAt: at,
    updatedAt: at,
  };
};

export interface Seat {
  readonly clientId: string;
  readonly sessionId: string;
  readonly siteId: string;
  readonly start: string;
  readonly past: boolean;
  readonly at: string;
}

export const bookingRow = (id: string, seat: Seat): BookingRow => ({
  id,
  clientId: seat.clientId,
  sessionId: seat.sessionId,
  siteId: seat.siteId,
  status: seat.past ? 'attended' : 'confirmed',
  bookingSource: 'unpaid',
  hostBookingId: null,
  channel: 'api',
  startTime: seat.start,
  bookedAt: seat.at,
  confirmedAt: seat.at,
  cancelledAt: null,
  checkedInAt: seat.past ? seat.start : null,
  noShowAt: null,
  cancelledBy: null,
  cancelReason: null,
  isLateCancel: 0,
  creditOutcome: 'not_applicable',
  penalty: null,
  notes: null,
  metadata: null,
  externalId: null,
  createdAt: seat.at,
  updatedAt: seat.at,
  packageId: null,
  creditsUsed: 0,
  requiresCredit: 0,
  joinedAt: null,
  offeredAt: null,
  offerExpiresAt: null,
  holdsSeat: 0,
  promotedAt: null,
  graceUntil: null,
  lastSkipReason: null,
  movedId: null,
  decisions: null,
});
