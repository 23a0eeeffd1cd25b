import { beforeAll, describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../../src/events/enumerations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forAllTests, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';
import { ENGAGEMENT, EVERYTHING, expectRights, type RightsRow } from './rights.ts';
import { imported, importFile, lacking } from './set-up.ts';

let clientId: string;
let sessionId: string;
let fullId: string;
let entryId: string;
let metricId: string;
let colleagueId: string;
const CARD = '019cad8f-ac00-7070-987d-5c79805043c8';
const CONTENT = 'content:manage';
const MEDIA = '019cad8f-ac00-7070-987d-5c79805043c9';
const card = () => ({ clientId, processor: 'stripe', mode: 'live', customerId: 'cus_1', cardId: 'pm_1' });
const measured = () => ({
  externalId: 'm',
  clientId,
  contentEntryId: metricId,
  value: 50,
  recordedAt: '2026-01-01T00:00:00Z',
});
const failed = () => ({ externalId: 'f', clientId, amount: 100, paymentMethod: 'card', status: 'failed' });
const studio = forAllTests(openStudio);
beforeAll(async () => {
  clientId = await createClient(studio);
  sessionId = await addSession(studio);
  fullId = await addSession(studio, { capacity: 1 });
  await addBooking(studio, await createClient(studio), fullId);
  await imported(studio, 'payment_methods', [{ ...card(), id: CARD, cardId: 'pm_0' }]);
  entryId = (await addEntry(studio)).id;
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better' };
  metricId = (await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition })).id;
  await imported(studio, 'metric_entries', [measured()]);
  const colleague = { ...person, email: 'k@example.com', role: 'instructor' };
  colleagueId = (await studio.given(studio.post('/v2/staff', colleague))).id;
});

const person = { firstName: 'Ann', lastName: 'Lee' };
const PAY = { type: 'hourly', amount: 3000, currency: 'USD' };
const past = { name: 'Old', startTime: '2026-02-01T10:00:00Z' };

/** A row of each kind, and what writing it one by one needs: scopes besides `manage`, and permissions. */
const ROWS: readonly RightsRow[] = [
  ['a site', 'sites', () => ({ externalId: 's', name: 'North' }), ['sites:write'], ['sites:write']],
  ['a known site', 'sites', () => ({ id: MAIN_SITE, name: 'Renamed' }), ['sites:write'], ['sites:write']],
  [
    'an archived site',
    'sites',
    () => ({ externalId: 'old', name: 'Old', archivedAt: '2026-01-01T00:00:00Z' }),
    ['sites:write'],
    ['sites:write', 'sites:archive'],
  ],
  ['settings', 'settings', () => ({ booking: { requireCredit: true } }), ['settings:write'], ['settings:write']],
  [
    'a schedule',
    'schedules',
    () => ({
      externalId: 'w',
      name: 'Flow',
      siteId: MAIN_SITE,
      startDate: '2026-03-09',
      startTime: '18:00',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'weekly', count: 2 },
    }),
    ['schedules:write'],
    ['schedules:write'],
  ],
  [
    'a cancelled session',
    'sessions',
    () => ({ ...past, siteId: MAIN_SITE, durationMinutes: 60, cancelledAt: '2026-01-31T10:00:00Z' }),
    [],
    ['sessions:write'],
  ],
  [
    'a colleague',
    'staff',
    () => ({ ...person, email: 'a@example.com', role: 'front_desk' }),
    EVERYTHING,
    ['staff:write'],
  ],
  [
    'a colleague with what an instructor has',
    'staff',
    () => ({ ...person, email: 'i@example.com', role: 'front_desk', payRate: PAY }),
    EVERYTHING,
    ['staff:write'],
  ],
  [
    'a teacher, who has no secret yet',
    'staff',
    () => ({ ...person, email: 't@example.com', role: 'instructor' }),
    ['staff:write'],
    ['staff:write'],
  ],
  [
    'what a known colleague has as an instructor',
    'staff',
    () => ({ id: colleagueId, sortOrder: 0 }),
    ['staff:write', 'instructors:write'],
    ['staff:write'],
  ],
  [
    'a plan',
    'plans',
    () => ({ externalId: 'p', name: 'Ten', type: 'unlimited', price: 1, currency: 'USD' }),
    [],
    ['packages:adjust'],
  ],
  ['a discount code', 'discount_codes', () => ({ code: 'NEW', name: 'New', percentOff: 5 }), [], ['packages:adjust']],
  ['a client', 'clients', () => ({ ...person, email: 'b@example.com' }), ['clients:write'], ['clients:write']],
  ['a known client', 'clients', () => ({ id: clientId, notes: 'x' }), ['clients:write'], ['clients:write']],
  [
    'an archived client',
    'clients',
    () => ({ ...person, email: 'c@example.com', status: 'archived' }),
    ['clients:write'],
    ['clients:write', 'clients:archive'],
  ],
  [
    'a client who owes money',
    'clients',
    () => ({ ...person, email: 'o@example.com', accountBalance: { amount: -500, currency: 'USD' } }),
    ['clients:write'],
    ['clients:write', 'packages:sell'],
  ],
  [
    'what a client has signed',
    'agreements',
    () => ({ clientId, kind: 'waiver', version: '1', text: 'x', name: 'Ann Lee', signedAt: '2026-01-01T00:00:00Z' }),
    ['clients:write', 'settings:write'],
    ['clients:write', 'settings:write'],
  ],
  [
    'a member link',
    'member_links',
    () => ({ clientId, issuer: 'https://id.example', subject: '1' }),
    ['members:act'],
    ['integrations:manage'],
  ],
  ['a saved card', 'payment_methods', card, ['*'], ['packages:sell', 'settings:processor']],
  [
    'a package',
    'packages',
    () => ({ externalId: 'k', clientId, name: 'Pass', type: 'unlimited', price: 1 }),
    [],
    ['packages:sell', 'packages:adjust'],
  ],
  [
    'a cancelled package',
    'packages',
    () => ({ externalId: 'k2', clientId, name: 'Pass', type: 'unlimited', price: 1, status: 'cancelled' }),
    ['packages:write'],
    ['packages:sell', 'packages:cancel'],
  ],
  [
    'a package that renews',
    'packages',
    () => ({
      externalId: 'k3',
      clientId,
      name: 'Pass',
      type: 'unlimited',
      price: 1,
      validityDays: 30,
      autoRenews: true,
      paymentMethodId: CARD,
    }),
    [],
    ['packages:sell', 'packages:adjust'],
  ],
  [
    'a payment whose charge may be tried again',
    'payments',
    () => ({
      ...failed(),
      state: {
        isOfPackage: false,
        charge: {
          paymentMethodId: CARD,
          attempt: 1,
          isOpen: false,
          isAutomatic: false,
          handler: 'recorded_payment',
          context: {},
        },
      },
    }),
    ['*'],
    ['packages:sell', 'settings:processor'],
  ],
  [
    'a payment',
    'payments',
    () => ({ externalId: 'm', clientId, amount: 100, paymentMethod: 'cash' }),
    [],
    ['packages:sell'],
  ],
  // Whoever made a sale may void it.
  ...[{ amountRefunded: 100 }, { soldByStaffId: UNKNOWN }].map((more): RightsRow => {
    const row = { amount: 100, paymentMethod: 'cash', ...more };
    const [externalId = ''] = Object.keys(more);
    const make = () => ({ externalId, clientId, ...row });
    return [`a payment with ${externalId}`, 'payments', make, ['payments:write'], ['packages:sell', 'payments:refund']];
  }),
  ['a booking', 'bookings', () => ({ externalId: 'n', clientId, sessionId }), ['bookings:write'], ['bookings:create']],
  [
    'a booking beyond the capacity',
    'bookings',
    () => ({
      externalId: 'n5',
      clientId,
      sessionId: fullId,
      state: { requiresCredit: false, holdsSeat: false, graceUntil: null, decisions: null },
    }),
    ['bookings:write', 'bookings:override_capacity'],
    ['bookings:create'],
  ],
  [
    'a check-in',
    'checkins',
    () => ({ externalId: 'v', clientId, checkedInAt: '2026-02-01T10:00:00Z' }),
    ['checkins:write'],
    ['bookings:check_in'],
  ],
  [
    'a visit of a past session',
    'bookings',
    () => ({ externalId: 'n2', clientId, session: past, status: 'attended' }),
    ['bookings:write'],
    ['bookings:create', 'bookings:check_in', 'sessions:write'],
  ],
  [
    'a waived no-show',
    'bookings',
    () => ({
      externalId: 'n3',
      clientId,
      session: past,
      status: 'noshow',
      penalty: {
        type: 'no_show',
        amount: 1,
        currency: 'USD',
        status: 'waived',
        paymentId: null,
        waivedByStaffId: null,
      },
    }),
    ['bookings:write', 'bookings:waive_penalty'],
    ['bookings:create', 'bookings:no_show'],
  ],
  [
    'a cancelled booking',
    'bookings',
    () => ({ externalId: 'n4', clientId, session: past, status: 'cancelled' }),
    ['bookings:write'],
    ['bookings:create', 'bookings:cancel'],
  ],
  ['a household', 'households', () => ({ externalId: 'h', name: 'Lee' }), ['clients:write'], ['clients:write']],
  ['a content type', 'content_types', () => ({ key: 'podcast', name: 'P', pluralName: 'Ps' }), [], [CONTENT]],
  ['a category', 'content_categories', () => ({ name: 'Yoga' }), [], [CONTENT]],
  ['an archived tag', 'content_tags', () => ({ name: 'Mat', archivedAt: '2026-01-01T00:00:00Z' }), [], [CONTENT]],
  ['an entry', 'content_entries', () => ({ title: 'Flow', type: 'video' }), [], [CONTENT]],
  ['a media', 'media', () => ({ id: MEDIA, externalUrl: 'https://video.example/a.mp4' }), [], [CONTENT]],
  ['a banner', 'content_banners', () => ({ title: 'New', placement: 'home' }), [], [CONTENT]],
  ['a known feature', 'content_features', () => ({ key: 'video', enabled: false }), [], [CONTENT]],
  [
    'what a client did with an entry',
    'content_statuses',
    () => ({ clientId, contentEntryId: entryId, status: 'completed' }),
    ['clients:write'],
    ['clients:write', CONTENT],
  ],
  [
    'a value of a metric',
    'metric_entries',
    () => ({ ...measured(), externalId: 'm2' }),
    ['clients:write'],
    ['clients:write', CONTENT],
  ],
  [
    'a known value of a metric',
    'metric_entries',
    () => ({ ...measured(), value: 60 }),
    ['clients:write'],
    ['clients:write', CONTENT],
  ],
];

describe('an import needs what writing its records one by one needs', () => {
  test.each(ROWS)('%s', async (_name, family, rowOf, scopes, permissions) => {
    await expectRights(studio, family, rowOf(), scopes, permissions);
  });

  test('403 writes nothing, of the rows before neither', async () => {
    const { key } = await addStaffKey(studio, {
      role: 'manager',
      permissionOverrides: { revoke: ['clients:archive'] },
    });
    const rows = [
      { ...person, email: 'd@example.com' },
      { ...person, email: 'e@example.com', status: 'archived' },
    ];
    const response = await importFile(studio, 'clients', rows, { headers: { 'x-service-api-key': key } });
    expect([response.status, lacking(response)]).toEqual([403, 'clients:archive']);
    expect((await studio.get('/v2/clients?email=d@example.com')).body.data).toEqual([]);
  });

  test('every family is named here', () => {
    expect(new Set([...ROWS.map(([, family]) => family), ...ENGAGEMENT])).toEqual(new Set(IMPORT_FAMILIES));
  });
});
