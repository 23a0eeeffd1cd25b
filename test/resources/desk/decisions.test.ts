import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, inHours, MAIN_SITE, TEST_START } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { queryPlans } from '../../helpers/query-plans.ts';
import { createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { addWaitlist } from '../../helpers/waitlist.ts';

const studio = forEachTest(openCardStudio);

const PATH = `/manage/decisions?location_id=${MAIN_SITE}`;
const list = async (headers?: Record<string, string>): Promise<ApiResponse['body'][]> => {
  const { status, body } = await studio.get(PATH, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.decisions;
};
const of = async (type: string, headers?: Record<string, string>) =>
  (await list(headers)).filter((each) => each.type === type);
const roleHeaders = async (role: string, person: object = {}) =>
  (await addStaffKey(studio, { role, ...person })).headers;

describe('an open offer', () => {
  test('is there until it lapses, with who got it and when', async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } }));
    const waitlist = await addWaitlist(studio, 1, 1);
    expect(await list()).toEqual([]);
    await studio.given(studio.post(`/v2/bookings/${waitlist.seated[0]}/cancel`));
    const [bookingId, clientId] = [waitlist.waiting[0], waitlist.clients[0]];
    const offer = {
      id: `offer:${bookingId}`,
      type: 'offer',
      title: 'Flow',
      status: null,
      dueAt: inHours(2),
      startTime: inHours(24),
      sessionId: waitlist.sessionId,
      packageId: null,
      webhookId: null,
      people: [{ clientId, bookingId, name: expect.stringContaining('Client No'), photoUrl: null }],
      peopleCount: 1,
      amount: null,
      package: null,
      actions: ['promoteBooking', 'cancelBooking'],
    };
    expect(await list()).toEqual([offer]);
    expect(await list(await roleHeaders('front_desk'))).toEqual([{ ...offer, actions: ['cancelBooking'] }]);
    expect(await list(await roleHeaders('instructor'))).toEqual([]);
    for (const headers of [
      await studio.withKey({ scopes: ['manage', 'bookings:read'] }),
      await roleHeaders('front_desk', { permissionOverrides: { revoke: ['clients:read'] } }),
    ])
      expect(await list(headers)).toMatchObject([
        { id: offer.id, people: [{ clientId, bookingId, name: null, photoUrl: null }] },
      ]);
    await studio.time.skipTo(TEST_START + 2 * HOUR_MS);
    expect(await list()).toEqual([]);
  });
});

describe('who has not come', () => {
  test('is there after the class has ended, until they are marked or checked in', async () => {
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, name: 'Ride', noShowsDueAt: null });
    const clients = [await addClient(studio, { firstName: 'Kofi' }), await addClient(studio, { firstName: 'Zoe' })];
    const bookings = [];
    for (const clientId of clients) bookings.push(await addBooking(studio, clientId, sessionId));
    await addSession(studio, { startsIn: HOUR_MS });
    expect(await list()).toEqual([]);
    await studio.time.skipTo(TEST_START + 2 * HOUR_MS);
    const [item, ...others] = await list();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      id: `not_come:${sessionId}`,
      type: 'not_come',
      title: 'Ride',
      sessionId,
      startTime: inHours(1),
      peopleCount: 2,
      people: bookings.map((bookingId, index) => ({ bookingId, clientId: clients[index] })),
      actions: ['markNoShow', 'checkInBooking'],
    });
    expect(item.people[0].name).toStartWith('Kofi ');
    await studio.given(studio.post(`/v2/bookings/${bookings[0]}/noshow`));
    expect(await list()).toMatchObject([{ peopleCount: 1, people: [{ bookingId: bookings[1] }] }]);
    await studio.given(studio.post(`/v2/bookings/${bookings[1]}/checkin`));
    expect(await of('not_come')).toEqual([]);
  });

  test('is shown to the instructor of the class, with the actions on own sessions', async () => {
    const { id, headers } = await addStaffKey(studio, { role: 'instructor' });
    const own = await addSession(studio, { startsIn: HOUR_MS, instructorId: id });
    const other = await addSession(studio, { startsIn: HOUR_MS });
    for (const sessionId of [own, other]) await addBooking(studio, await addClient(studio), sessionId);
    await studio.time.skipTo(TEST_START + 2 * HOUR_MS);
    expect(await of('not_come')).toHaveLength(2);
    expect(await list(headers)).toMatchObject([{ sessionId: own, actions: ['markNoShow', 'checkInBooking'] }]);
  });

  test('is forgotten after the next day', async () => {
    await addBooking(studio, await addClient(studio), await addSession(studio, { startsIn: HOUR_MS }));
    await studio.time.skipTo(TEST_START + 30 * HOUR_MS);
    const left = studio.count("bookings where status = 'confirmed'");
    expect((await of('not_come')).length).toBe(left);
    await studio.time.skipTo(TEST_START + 60 * HOUR_MS);
    expect(await of('not_come')).toEqual([]);
  });
});

describe('money', () => {
  test('a renewal whose card was declined, with the next attempt', async () => {
    const ann = await studio.member();
    const card = await studio.save(ann);
    const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
    const sale = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId: card.id };
    const sold = await studio.given(studio.post('/manage/packages', sale));
    studio.db.run("update sandboxProcessor set body = json_set(body, '$.onCharge', 'no_funds') where kind = 'card'");
    expect(await of('renewal_failed')).toEqual([]);
    await studio.time.skipTo(Date.parse(sold.nextRenewalAt) + 60_001);
    const { nextRenewalAt } = (await studio.get(`/v2/packages/${sold.id}`)).body;
    expect(await of('renewal_failed')).toMatchObject([
      {
        id: `renewal_failed:${sold.id}`,
        title: 'Monthly',
        dueAt: nextRenewalAt,
        packageId: sold.id,
        people: [{ clientId: ann.clientId, bookingId: null, name: 'Ann Lee' }],
        amount: { amount: 18_000, currency: 'USD' },
        package: { id: sold.id },
        actions: ['recordPayment', 'updatePackage', 'cancelPackage'],
      },
    ]);
    expect(await of('renewal_failed', await roleHeaders('front_desk'))).toMatchObject([{ actions: ['recordPayment'] }]);
    expect(await of('renewal_failed', await roleHeaders('instructor'))).toEqual([]);
    expect(await of('renewal_failed', await studio.withKey({ scopes: ['manage'] }))).toHaveLength(1);
  });

  test('a fee, until it is waived; charged by itself only with a card', async () => {
    await studio.given(
      studio.patch('/v2/settings', {
        payment: { noShowFee: 1500, feesApplyTo: 'all', autoChargeFees: true, feeChargeDelayHours: 3 },
      }),
    );
    const sessionId = await addSession(studio, { startsIn: HOUR_MS, name: 'Ride' });
    const clientId = await addClient(studio);
    const bookingId = await addBooking(studio, clientId, sessionId);
    await studio.given(studio.post(`/v2/bookings/${bookingId}/noshow`));
    const fee = {
      id: `fee:${bookingId}`,
      title: 'Ride',
      status: 'pending',
      dueAt: null,
      sessionId,
      people: [{ clientId, bookingId }],
      amount: { amount: 1500, currency: 'USD' },
      actions: ['recordPayment', 'waivePenalty'],
    };
    expect(await list()).toMatchObject([fee]);
    expect(await list(await roleHeaders('front_desk'))).toMatchObject([{ actions: ['recordPayment'] }]);
    const ann = await studio.member();
    await studio.save(ann);
    const other = await addBooking(studio, ann.clientId, sessionId);
    await studio.given(studio.post(`/v2/bookings/${other}/noshow`));
    const [charged] = (await of('fee')).filter(({ id }) => id === `fee:${other}`);
    expect(charged.dueAt).toBe(inHours(3));
    for (const id of [bookingId, other]) await studio.given(studio.post(`/manage/bookings/${id}/waive-penalty`));
    expect(await list()).toEqual([]);
  });
});

describe('a package that ends', () => {
  test('is there when its client comes today with the last credit, and has no other', async () => {
    const clientId = await addClient(studio, { firstName: 'Grace', lastName: 'Kim' });
    const { id: packageId } = await sellPackage(studio, clientId, { creditsTotal: 1 });
    const bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    expect(await list()).toMatchObject([
      {
        id: `package_ending:${packageId}`,
        title: '10 classes',
        people: [{ clientId, bookingId, name: 'Grace Kim' }],
        package: { creditsTotal: 1, creditsRemaining: 0 },
        actions: ['sellPackage', 'updatePackage'],
      },
    ]);
    await sellPackage(studio, clientId);
    expect(await list()).toEqual([]);
  });

  test('is there when it ends within a week', async () => {
    const clientId = await addClient(studio);
    const { id, expiresAt } = await sellPackage(studio, clientId, { validityDays: 5 });
    expect(await list()).toEqual([]);
    await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
    expect(await list()).toMatchObject([{ id: `package_ending:${id}`, dueAt: expiresAt }]);
    const lasting = await addClient(studio);
    await sellPackage(studio, lasting, { validityDays: 50 });
    await addBooking(studio, lasting, await addSession(studio, { startsIn: HOUR_MS }));
    expect(await list()).toHaveLength(1);
  });
});

test('a webhook that fails is for those who manage integrations', async () => {
  const body = { name: 'Door', url: 'http://127.0.0.1:9/hook', eventTypes: ['client.created'] };
  const { id } = await studio.given(studio.post('/v2/webhooks', body));
  for (let count = 0; count < 3; count += 1) await addClient(studio);
  await studio.time.moveTo(studio.time.now() + 300_000);
  expect(await list()).toMatchObject([
    { id: `webhook_failing:${id}`, title: 'Door', status: 'failing', webhookId: id, people: [], peopleCount: 0 },
  ]);
  expect((await list())[0].actions).toEqual(['testWebhook', 'updateWebhook']);
  expect(await list(await roleHeaders('owner'))).toHaveLength(1);
  const granted = { permissionOverrides: { grant: ['integrations:manage'] } };
  expect(await list(await roleHeaders('manager', granted))).toHaveLength(1);
  for (const role of ['manager', 'front_desk', 'instructor']) expect(await list(await roleHeaders(role))).toEqual([]);
  studio.db.run("update webhookEndpoints set status = 'disabled', disabledReason = 'failed_deliveries'");
  expect(await list()).toMatchObject([{ status: 'disabled', actions: ['enableWebhook'] }]);
  studio.db.run('update webhookEndpoints set disabledReason = null');
  expect(await list()).toEqual([]);
});

test('each type is capped, and a client of another home site is not named', async () => {
  const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  const visitor = await addClient(studio, { homeLocationId: other });
  for (let count = 0; count < 21; count += 1) {
    await addBooking(studio, visitor, await addSession(studio, { startsIn: HOUR_MS + count }));
  }
  await studio.time.skipTo(TEST_START + 3 * HOUR_MS);
  const { body } = await studio.get(PATH);
  expect([body.object, body.asOf, body.decisions.length, body.hasMore]).toEqual([
    'desk_decisions',
    inHours(3),
    20,
    true,
  ]);
  const here = await studio.withKey({ siteIds: [MAIN_SITE] });
  expect((await list(here))[0].people).toEqual([
    { clientId: visitor, bookingId: expect.any(String), name: null, photoUrl: null },
  ]);
  const elsewhere = await studio.withKey({ siteIds: [other] });
  const refused = await studio.get(PATH, elsewhere);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'site_not_allowed']);
  expect((await studio.get(`/manage/decisions?location_id=${other}`, elsewhere)).body.decisions).toEqual([]);
  for (const path of ['/manage/decisions', `/manage/decisions?location_id=${UNKNOWN}`]) {
    expect((await studio.get(path)).status).toBe(400);
  }
  expect(studio.events().filter((type) => !/session|streak/.test(type))).toEqual([]);
});

test('every statement seeks in an index', async () => {
  const clientId = await addClient(studio);
  await sellPackage(studio, clientId, { validityDays: 5 });
  await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
  await addBooking(studio, await addClient(studio), await addSession(studio, { startsIn: HOUR_MS }));
  await studio.time.moveTo(TEST_START + 2 * HOUR_MS + 1);
  const plans = await queryPlans(studio, () => list());
  const scans = plans.flatMap(({ sql, steps }) =>
    steps.filter((step) => /^SCAN (?!json_each|CONSTANT)/.test(step)).map((step) => `${step}: ${sql}`),
  );
  expect(scans).toEqual([]);
});
