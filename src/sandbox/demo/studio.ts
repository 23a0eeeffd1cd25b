import { createHash } from 'node:crypto';
import { createApiKey } from '../../auth/api-keys/api-keys.ts';
import type { Read, Tx } from '../../database/database.ts';
import { eraseEvents } from '../../database/erase.ts';
import { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { createIds } from '../../kernel/ids.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import type { Random } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { book } from '../../resources/bookings/create/book.ts';
import { liveBookingsIn } from '../../resources/bookings/queries.ts';
import { cancelClientBookings } from '../../resources/bookings/reactions.ts';
import { checkIn, markNoShow } from '../../resources/bookings/status/attendance.ts';
import { cancel } from '../../resources/bookings/status/cancel.ts';
import { recordBookingCheckIn } from '../../resources/checkins/check-in.ts';
import { archiveClient, createClient } from '../../resources/clients/clients.ts';
import { findClient } from '../../resources/clients/queries.ts';
import { createInstructor } from '../../resources/instructors/instructors.ts';
import { sell } from '../../resources/payments/sale.ts';
import { createPlan } from '../../resources/plans/plans.ts';
import { createSchedule } from '../../resources/schedules/create.ts';
import { extendHorizon } from '../../resources/schedules/generation/horizon.ts';
import { sessionsOfSlots } from '../../resources/schedules/queries.ts';
import { completeSessions } from '../../resources/sessions/complete.ts';
import type { SessionRow } from '../../resources/sessions/record.ts';
import { ensureBrand } from '../../resources/settings/first-start.ts';
import { findBrand } from '../../resources/settings/queries.ts';
import { createSite } from '../../resources/sites/sites.ts';
import { createStaff } from '../../resources/staff/staff.ts';
import { CLIENTS, DEMO_IDS_AT, demoId, PACKAGES, PAYMENTS, PLANS, SCHEDULES, SITES, STAFF } from './ids.ts';

/** The key of every sandbox: known to everybody, so it opens nothing but made-up data. */
export const SANDBOX_KEY = 'sk_test_SandboxKeyKnownToEveryone0000000';

const ZONE = 'America/New_York';
const DAY = 86_400_000;
/** The demo studio has been open for a week when the sandbox starts. */
const OPEN_FOR = 7 * DAY;

/** Whoever set the studio up: not a caller that could be limited or logged. */
const FOUNDER: Caller = {
  credentialId: 'demo',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

/** Bytes that are the same on every start, so that ids are. */
const repeatable = (): Random => {
  let count = 0;
  return {
    bytes: (length) => createHash('sha512').update(`studiod demo ${count++}`).digest().subarray(0, length),
    fraction: () => 0.5,
  };
};

/** The ids that the ready line tells: a physical site, an active client, and a session that client may book. */
export interface DemoIds {
  readonly siteId: string;
  readonly clientId: string;
  readonly sessionId: string;
}

/** The mornings from the first on, which is in the first day of the studio's week. */
const mornings = (read: Read, now: number): SessionRow[] =>
  sessionsOfSlots(read, SCHEDULES.morningFlow, '2000-01-01', addDays(localDateAt(now, ZONE), 30));

/** Which morning is offered: two to three days ahead, so that it can be booked and left free of charge. */
const OFFERED = 9;

/** The same session on every fresh start; one like it in a studio that was kept. */
export const demoIds = (read: Read): DemoIds => {
  const isAhead = ({ startTime, cancelledAt }: SessionRow) =>
    epochOf(startTime) > read.nowMs + DAY && cancelledAt === null;
  const all = mornings(read, read.nowMs);
  const offered = all.slice(OFFERED).find(isAhead);
  return { siteId: SITES.downtown, clientId: CLIENTS[0]?.id ?? '', sessionId: offered?.id ?? '' };
};

/** Whether the database holds a studio already. */
export const hasStudio = (read: Read): boolean => findBrand(read) !== undefined;

/**
 * Makes the demo studio where the database is empty, by the same rules as everything else: it opens a week ago, lives
 * that week, and is what it is now. The ids are the same on every start; the dates follow the clock.
 */
export const makeDemoStudio = async (store: Store): Promise<void> => {
  const now = store.clock.now();
  const time = new Timeline(now - OPEN_FOR);
  const demo = new Store(store.db, time, createIds(new Timeline(DEMO_IDS_AT), repeatable()));
  await demo.write(openDoors);
  await demo.write((tx) => takeBookings(tx, now));
  await time.moveTo(now);
  await demo.write((tx) => liveTheWeek(tx, now));
  await completeSessions(demo);
  await extendHorizon({
    store: demo,
    reportError: (error) => {
      throw error;
    },
  });
  await demo.write(eraseEvents);
};

const openDoors = (tx: Tx): void => {
  createApiKey(tx, SANDBOX_KEY, { name: 'Sandbox', scopes: ['*'], tier: 'unlimited' });
  const brand = { brandName: 'Demo Studio', timezone: ZONE, currency: 'USD', locale: 'en-US' };
  ensureBrand(tx, { ...brand, siteId: SITES.downtown, siteName: 'Downtown' });
  createSite(tx, FOUNDER, { name: 'Online', code: 'online', isDigital: true }, SITES.online);
  const person = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}@demo-studio.example`,
  });
  createStaff(tx, FOUNDER, { ...person('Olivia', 'Grant'), role: 'owner' }, STAFF.owner);
  createStaff(tx, FOUNDER, { ...person('Felix', 'Moor'), role: 'front_desk' }, STAFF.frontDesk);
  createInstructor(tx, FOUNDER, { ...person('Ana', 'Torres'), specialties: ['Vinyasa'] }, STAFF.ana);
  createInstructor(tx, FOUNDER, { ...person('Ben', 'Ito'), specialties: ['Strength'] }, STAFF.ben);
  for (const [index, { id, ...client }] of CLIENTS.entries()) {
    createClient(tx, FOUNDER, { ...client, status: index === CLIENTS.length - 2 ? 'suspended' : 'active' }, id);
  }
  openSchedules(tx, localDateAt(tx.nowMs, ZONE));
  sellPackages(tx);
};

/** Three plans, and two of them sold: one for cash, one by bank transfer. */
const sellPackages = (tx: Tx): void => {
  const plan = { currency: 'USD', validityDays: 30 } as const;
  const pack = { ...plan, name: 'Ten classes', type: 'credit_pack', price: 15_000, creditsTotal: 10 } as const;
  createPlan(tx, FOUNDER, { ...pack, validityDays: 90 }, PLANS.tenClasses);
  createPlan(tx, FOUNDER, { ...plan, name: 'Monthly unlimited', type: 'unlimited', price: 12_900 }, PLANS.monthly);
  const single = { ...pack, name: 'Drop-in', type: 'drop_in', price: 2_000, creditsTotal: 1 } as const;
  createPlan(tx, FOUNDER, single, PLANS.dropIn);
  const [first, second] = CLIENTS;
  const sold = (planId: string, client: { readonly id: string } | undefined) => ({
    planId,
    clientId: client?.id ?? '',
  });
  const ids = { packageId: PACKAGES.tenClasses, paymentId: PAYMENTS.tenClasses };
  sell(tx, FOUNDER, { ...sold(PLANS.tenClasses, first), paymentMethod: 'cash' }, ids);
  const others = { packageId: PACKAGES.monthly, paymentId: PAYMENTS.monthly };
  sell(tx, FOUNDER, { ...sold(PLANS.monthly, second), paymentMethod: 'external' }, others);
};

const weekly = (...daysOfWeek: ('MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU')[]) =>
  ({ frequency: 'weekly', daysOfWeek }) as const;

const openSchedules = (tx: Tx, startDate: string): void => {
  const morning = {
    name: 'Morning Flow',
    category: 'Yoga',
    siteId: SITES.downtown,
    instructorId: STAFF.ana,
    roomName: 'Studio A',
    capacity: 12,
    startDate,
    startTime: '07:00',
    durationMinutes: 60,
    recurrenceRule: weekly('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
  };
  // First, so that its sessions have the same ids whatever day of the week it is.
  createSchedule(tx, FOUNDER, morning, SCHEDULES.morningFlow);
  const strength = {
    ...morning,
    name: 'Strength Basics',
    category: 'Strength',
    instructorId: STAFF.ben,
    roomName: 'Gym',
    capacity: 3,
    startTime: '18:00',
    recurrenceRule: weekly('MO', 'WE', 'FR'),
  };
  createSchedule(tx, FOUNDER, strength, SCHEDULES.strength);
  const stretch = {
    name: 'Online Stretch',
    category: 'Mobility',
    siteId: SITES.online,
    instructorId: STAFF.ana,
    capacity: null,
    isVirtual: true,
    virtualUrl: 'https://video.demo-studio.example/stretch',
    startDate,
    startTime: '12:00',
    durationMinutes: 30,
    recurrenceRule: weekly('TU', 'SU'),
  };
  createSchedule(tx, FOUNDER, stretch, SCHEDULES.stretch);
};

/** A week's worth of mornings, one evening that is full with two who wait, and some seats of what lies ahead. */
const takeBookings = (tx: Tx, now: number): void => {
  let count = 0;
  const take = (session: SessionRow | undefined, clients: readonly { readonly id: string }[]) => {
    if (session === undefined) throw new Error('the demo studio lacks a session');
    for (const { id } of clients) {
      const booking = { clientId: id, sessionId: session.id, joinWaitlist: true };
      book(tx, FOUNDER, booking, { id: demoId(5, ++count) });
    }
  };
  const all = mornings(tx, now);
  for (const [index, session] of all.slice(0, 5).entries()) take(session, CLIENTS.slice(index, index + 4));
  take(all[OFFERED], CLIENTS.slice(5, 7));
  take(all[OFFERED + 1], CLIENTS.slice(0, 3));
  const evenings = sessionsOfSlots(tx, SCHEDULES.strength, localDateAt(now, ZONE), addDays(localDateAt(now, ZONE), 14));
  take(
    evenings.find(({ startTime }) => epochOf(startTime) > now + DAY),
    CLIENTS.slice(8, 13),
  );
};

/** Who came, who did not, who called off, and who left. */
const liveTheWeek = (tx: Tx, now: number): void => {
  const all = mornings(tx, now);
  for (const [index, session] of all.slice(0, 5).entries()) {
    for (const booking of liveBookingsIn(tx, session.id)) {
      if (index === 1 && booking.clientId === CLIENTS[2]?.id) markNoShow(tx, FOUNDER, booking, {});
      else checkIn(tx, booking, { checkedInAt: session.startTime }, { bookingCheckedIn: recordBookingCheckIn });
    }
  }
  const givenUp = liveBookingsIn(tx, all[OFFERED + 1]?.id ?? '').at(-1);
  if (givenUp !== undefined) cancel(tx, FOUNDER, givenUp, {});
  const left = CLIENTS.at(-1)?.id ?? '';
  archiveClient(tx, findClient(tx, FOUNDER, left), { clientArchived: cancelClientBookings });
};
