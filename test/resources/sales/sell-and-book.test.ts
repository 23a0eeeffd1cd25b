import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

const SALE = ['payment.created', 'payment.completed', 'package.purchased', 'package.credits_changed'];

let clientId: string;
let planId: string;
let sessionId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
  planId = await createPlan(studio);
  sessionId = await addSession(studio, { capacity: 1 });
  studio.events();
});

const sell = (body: object = {}, headers?: Record<string, string>) =>
  studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', ...body }, headers);
const preview = (body: object = {}, headers?: Record<string, string>) =>
  studio.post('/manage/packages?dry_run=true', { clientId, planId, paymentMethod: 'cash', ...body }, headers);
const nothingSold = async () => {
  expect(studio.events()).toEqual([]);
  expect([studio.count('packages'), studio.count('payments'), studio.count('bookings')]).toEqual([0, 0, 0]);
};

describe('a sale that books', () => {
  test('201 sells and books with the sold package, in one act', async () => {
    const { status, body } = await sell({ bookSessionId: sessionId });
    expect([status, body.object, body.creditsRemaining, body.creditsUsed]).toEqual([201, 'package', 9, 1]);
    expect(body.payment).toMatchObject({ object: 'payment', packageId: body.id, amount: 18_000, status: 'completed' });
    expect(body.booking).toMatchObject({
      object: 'booking',
      clientId,
      sessionId,
      packageId: body.id,
      status: 'confirmed',
      bookingSource: 'credit',
      creditsUsed: 1,
    });
    expect(studio.events()).toEqual([
      ...SALE,
      'package.activated',
      'booking.created',
      'session.full',
      'package.credits_changed',
    ]);
  });

  test('201 without a session as before: the booking is null', async () => {
    expect((await sell()).body.booking).toBeNull();
    expect((await sell({ bookSessionId: null })).body.booking).toBeNull();
  });

  test('201 uses the sold package, also when another one would come first', async () => {
    const sooner = await createPlan(studio, { validityDays: 5 });
    await studio.given(sell({ planId: sooner }));
    const { body } = await sell({ bookSessionId: sessionId });
    expect(body.booking.packageId).toBe(body.id);
  });

  test('409 a full class sells nothing; with joinWaitlist the client waits with the package', async () => {
    await addBooking(studio, await addClient(studio), sessionId);
    const count = studio.count('bookings');
    const refused = await sell({ bookSessionId: sessionId });
    expect([errorOf(refused), refused.body.error.details[0].code]).toEqual([[409, 'session_full'], 'waitlist_open']);
    expect([studio.events(), studio.count('packages'), studio.count('payments')]).toEqual([[], 0, 0]);
    expect(studio.count('bookings')).toBe(count);
    const { status, body } = await sell({ bookSessionId: sessionId, joinWaitlist: true });
    expect([status, body.booking.status, body.booking.packageId, body.creditsRemaining]).toEqual([
      201,
      'waitlisted',
      body.id,
      10,
    ]);
    expect(studio.events()).toEqual([...SALE, 'package.activated', 'booking.created', 'booking.waitlisted']);
  });

  test('409 a plan that cannot pay for the class, a client who has a seat, a class that has ended: nothing is sold', async () => {
    const yoga = await createPlan(studio, { eligibleCategories: ['yoga'] });
    const refused = await sell({ planId: yoga, bookSessionId: sessionId });
    expect([errorOf(refused), refused.body.error.details[0].code]).toEqual([
      [409, 'package_not_eligible'],
      'wrong_category',
    ]);
    const past = await addSession(studio, { startsIn: -1 });
    expect(errorOf(await sell({ bookSessionId: past }))).toEqual([409, 'session_started']);
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' }));
    expect(errorOf(await sell({ bookSessionId: sessionId }))).toEqual([409, 'client_suspended']);
    await nothingSold();
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { status: 'active' }));
    await addBooking(studio, clientId, sessionId);
    expect(errorOf(await sell({ bookSessionId: sessionId }))).toEqual([409, 'already_booked']);
    expect([studio.events(), studio.count('packages'), studio.count('payments')]).toEqual([[], 0, 0]);
  });

  test('400 an unknown session', async () => {
    expect(errorWithParam(await sell({ bookSessionId: UNKNOWN }))).toEqual([400, 'resource_missing', 'bookSessionId']);
    await nothingSold();
  });

  test('403 without what booking needs', async () => {
    const desk = await addStaffKey(studio, {
      role: 'front_desk',
      permissionOverrides: { revoke: ['bookings:create'] },
    });
    expect(errorOf(await sell({ bookSessionId: sessionId }, desk.headers))).toEqual([403, 'permission_denied']);
    const noBookings = await studio.withKey({ scopes: ['manage'] });
    expect(errorOf(await sell({ bookSessionId: sessionId }, noBookings))).toEqual([403, 'permission_denied']);
    await nothingSold();
  });

  test('the same key again replays the sale, and books once', async () => {
    const key = { 'idempotency-key': 'till 1' };
    const first = await sell({ bookSessionId: sessionId }, key);
    const again = await sell({ bookSessionId: sessionId }, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect([studio.count('packages'), studio.count('bookings')]).toEqual([1, 1]);
  });
});

describe('a discount', () => {
  test('201 is taken off this payment, and the package keeps its price', async () => {
    const { body } = await sell({ discountAmount: 1_800, discountReason: 'Welcome back' });
    expect([body.price, body.payment.amount, body.payment.discountAmount]).toEqual([18_000, 16_200, 1_800]);
    expect(body.payment.lineItems).toMatchObject([
      { unitAmount: 18_000, discountAmount: 1_800, discountReason: 'Welcome back', amount: 16_200 },
    ]);
  });

  test('400 more than the price, or of a comp', async () => {
    expect(errorWithParam(await sell({ discountAmount: 18_001 }))).toEqual([
      400,
      'parameter_invalid',
      'discountAmount',
    ]);
    const comp = { paymentMethod: 'comp', discountAmount: 1 };
    expect(errorWithParam(await sell(comp))).toEqual([400, 'parameter_invalid', 'discountAmount']);
    await nothingSold();
  });

  test('403 for the front desk, as another price and a comp; a manager may', async () => {
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    for (const body of [{ discountAmount: 1 }, { price: 100 }, { price: 20_000 }, { paymentMethod: 'comp' }]) {
      const refused = await sell(body, desk.headers);
      expect([errorOf(refused), refused.body.error.message]).toEqual([
        [403, 'permission_denied'],
        expect.stringContaining('packages:adjust'),
      ]);
    }
    await nothingSold();
    expect((await sell({ price: 18_000, discountAmount: 0 }, desk.headers)).status).toBe(201);
    const manager = await addStaffKey(studio, { role: 'manager' });
    expect((await sell({ discountAmount: 1 }, manager.headers)).status).toBe(201);
  });

  test('is in the audit log with who gave it', async () => {
    const manager = await addStaffKey(studio, { role: 'manager' });
    const { body } = await sell({ discountAmount: 500, discountReason: 'A friend' }, manager.headers);
    const [entry] = (await studio.get('/manage/audit-log')).body.data;
    expect(entry).toMatchObject({ type: 'sellPackage', recordId: body.id, actor: manager.id });
  });
});

describe('a dry run', () => {
  test('200 says what the client would have, and changes nothing', async () => {
    const { status, body } = await preview({ bookSessionId: sessionId, discountAmount: 1_800, discountReason: 'Back' });
    expect([status, body]).toEqual([
      200,
      {
        object: 'sale_preview',
        clientId,
        siteId: MAIN_SITE,
        planId,
        amount: 16_200,
        currency: 'USD',
        taxAmount: 0,
        discountAmount: 1_800,
        paymentMethod: 'cash',
        lineItems: [
          {
            description: '10 classes',
            quantity: 1,
            unitAmount: 18_000,
            taxAmount: 0,
            discountAmount: 1_800,
            discountReason: 'Back',
            amount: 16_200,
            type: 'package',
            referenceId: null,
          },
        ],
        package: {
          name: '10 classes',
          type: 'credit_pack',
          startsAt: '2026-03-02T08:00:00.000Z',
          expiresAt: '2026-06-01T03:59:59.999Z',
          creditsTotal: 10,
          creditsRemaining: 9,
          autoRenews: false,
          nextRenewalAt: null,
          onHold: false,
        },
        booking: {
          sessionId,
          status: 'confirmed',
          creditsUsed: 1,
          freeCancelUntil: '2026-03-02T20:00:00.000Z',
          waitlistPosition: null,
        },
        creditsAfter: 9,
        hasUnlimited: false,
      },
    ]);
    await nothingSold();
    const [entry] = (await studio.get('/manage/audit-log')).body.data;
    expect(entry.type).toBe('createPlan');
    const { body: session } = await studio.get(`/v2/sessions/${sessionId}`);
    expect([session.bookedCount, session.availableSpots]).toEqual([0, 1]);
    // The number of the invoice is still free.
    expect((await sell()).body.payment.invoiceNumber).toBe('2026-000001');
  });

  test('200 adds what the client has already', async () => {
    await studio.given(sell({}));
    await studio.given(sell({ planId: await createPlan(studio, { type: 'unlimited', creditsTotal: null }) }));
    const { body } = await preview();
    expect([body.creditsAfter, body.hasUnlimited, body.booking]).toEqual([20, true, null]);
  });

  test('200 with the place in line', async () => {
    await addBooking(studio, await addClient(studio), sessionId);
    const { body } = await preview({ bookSessionId: sessionId, joinWaitlist: true });
    expect(body.booking).toMatchObject({ status: 'waitlisted', creditsUsed: 0, waitlistPosition: 1 });
    expect(studio.count('bookings')).toBe(1);
  });

  test('answers what the sale would be refused with', async () => {
    await addBooking(studio, await addClient(studio), sessionId);
    expect(errorOf(await preview({ bookSessionId: sessionId }))).toEqual([409, 'session_full']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect(errorOf(await preview({ discountAmount: 1 }, desk.headers))).toEqual([403, 'permission_denied']);
    const card = { paymentMethod: 'card' };
    expect(errorWithParam(await preview(card))).toEqual([400, 'parameter_missing', 'paymentMethodId']);
    expect(studio.events()).toEqual([]);
  });
});
