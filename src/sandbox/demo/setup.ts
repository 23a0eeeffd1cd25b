import type { Read, Tx } from '../../database/database.ts';
import type { Caller, MemberCaller } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { createClient } from '../../resources/clients/clients.ts';
import { PACKAGES, PAYMENTS, PLANS, SCHEDULES, SITES, STAFF } from '../../resources/demo-ids.ts';
import { createInstructor } from '../../resources/instructors/instructors.ts';
import { freezePackage } from '../../resources/packages/lifecycle/freeze.ts';
import { Package } from '../../resources/packages/record.ts';
import { sell } from '../../resources/payments/sale.ts';
import { createPlan } from '../../resources/plans/plans.ts';
import { createSchedule } from '../../resources/schedules/create.ts';
import { ensureBrand } from '../../resources/settings/first-start.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { createSite } from '../../resources/sites/sites.ts';
import { createStaff } from '../../resources/staff/staff.ts';
import { CLIENTS, mailbox } from './clients.ts';

/** Where a demo studio is, and what it sells in. */
export interface DemoPlace {
  /** IANA name. */
  readonly zone: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

export const SANDBOX_PLACE: DemoPlace = { zone: 'America/New_York', currency: 'USD' };

export const zoneOf = (read: Read): string => brandSettings(read).defaultTimezone;

/** The caller of everything that the demo studio is made by; it has no limits and no log. */
export const SETUP_CALLER: Caller = {
  credentialId: 'demo',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

export const actingFor = (clientId: string, siteId: string): MemberCaller => ({
  ...SETUP_CALLER,
  kind: 'member',
  through: 'business',
  clientId,
  siteId,
});

export const person = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  email: `${mailbox(firstName)}@demo-studio.example`,
});

/** Creates the brand, its sites, people, schedules, plans and packages. */
export const createRecords = (tx: Tx, { zone, currency }: DemoPlace): void => {
  const brand = { brandName: 'Demo Studio', timezone: zone, currency, locale: 'en-US' };
  ensureBrand(tx, { ...brand, siteId: SITES.downtown, siteName: 'Downtown' });
  createSite(tx, SETUP_CALLER, { name: 'Online', code: 'online', isDigital: true }, SITES.online);
  createStaff(tx, SETUP_CALLER, { ...person('Olivia', 'Grant'), role: 'owner' }, STAFF.owner);
  createStaff(tx, SETUP_CALLER, { ...person('Felix', 'Moor'), role: 'front_desk' }, STAFF.frontDesk);
  createInstructor(
    tx,
    SETUP_CALLER,
    { ...person('Ana', 'Torres'), specialties: ['Vinyasa'], payRate: { type: 'per_class', amount: 4_500, currency } },
    STAFF.ana,
  );
  createInstructor(
    tx,
    SETUP_CALLER,
    { ...person('Ben', 'Ito'), specialties: ['Strength'], payRate: { type: 'hourly', amount: 4_000, currency } },
    STAFF.ben,
  );
  for (const [index, { id, ...client }] of CLIENTS.entries()) {
    const status = index === CLIENTS.length - 2 ? 'suspended' : 'active';
    createClient(tx, SETUP_CALLER, { ...client, status, waiver: { status: 'signed', version: '1' } }, id);
  }
  createSchedules(tx, localDateAt(tx.nowMs, zone));
  sellPackages(tx, currency);
};

const FROZEN_MS = 14 * DAY_MS;

/** Three plans, and two of them sold: for cash, and by bank transfer. */
const sellPackages = (tx: Tx, currency: string): void => {
  const plan = { currency, isSoldOnline: true } as const;
  const pack = { ...plan, name: 'Ten classes', type: 'credit_pack', price: 15_000, creditsTotal: 10 } as const;
  createPlan(
    tx,
    SETUP_CALLER,
    { ...pack, validityDays: 90, memberMayFreeze: true, guestCredits: true },
    PLANS.tenClasses,
  );
  createPlan(
    tx,
    SETUP_CALLER,
    { ...plan, name: 'Monthly unlimited', type: 'unlimited', price: 12_900, validityMonths: 1 },
    PLANS.monthly,
  );
  const single = {
    ...pack,
    name: 'Drop-in',
    type: 'drop_in',
    price: 2_000,
    creditsTotal: 1,
    validityDays: 30,
    isSoldOnline: false,
  } as const;
  createPlan(tx, SETUP_CALLER, single, PLANS.dropIn);
  const [first, second, , fourth] = CLIENTS;
  const saleOf = (planId: string, client: { readonly id: string } | undefined) => ({
    planId,
    clientId: client?.id ?? '',
  });
  const packIds = { packageId: PACKAGES.tenClasses, paymentId: PAYMENTS.tenClasses };
  sell(tx, SETUP_CALLER, { ...saleOf(PLANS.tenClasses, first), paymentMethod: 'cash' }, { ids: packIds });
  const monthlyIds = { packageId: PACKAGES.monthly, paymentId: PAYMENTS.monthly };
  sell(tx, SETUP_CALLER, { ...saleOf(PLANS.monthly, second), paymentMethod: 'external' }, { ids: monthlyIds });
  const frozenIds = { packageId: PACKAGES.frozen, paymentId: PAYMENTS.frozen };
  sell(tx, SETUP_CALLER, { ...saleOf(PLANS.monthly, fourth), paymentMethod: 'cash' }, { ids: frozenIds });
};

/** One of the clients is away for two weeks. */
export const freezeDemoPackage = (tx: Tx): void => {
  const held = Package.find(tx, SETUP_CALLER, PACKAGES.frozen);
  freezePackage(tx, held, { reason: 'On holiday', endsAt: isoInstant(tx.nowMs + FROZEN_MS) });
};

const weekly = (...daysOfWeek: ('MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU')[]) =>
  ({ frequency: 'weekly', daysOfWeek }) as const;

const createSchedules = (tx: Tx, startDate: string): void => {
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
    bookingPolicyOverrides: { guestsPerBooking: 2, freeFirstVisit: true },
  };
  // First, so that its sessions have the same ids on every day of the week.
  createSchedule(tx, SETUP_CALLER, morning, SCHEDULES.morningFlow);
  const { bookingPolicyOverrides: _guests, ...others } = morning;
  const strength = {
    ...others,
    name: 'Strength Basics',
    category: 'Strength',
    instructorId: STAFF.ben,
    roomName: 'Gym',
    capacity: 3,
    startTime: '18:00',
    recurrenceRule: weekly('MO', 'WE', 'FR'),
  };
  createSchedule(tx, SETUP_CALLER, strength, SCHEDULES.strength);
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
  createSchedule(tx, SETUP_CALLER, stretch, SCHEDULES.stretch);
};
