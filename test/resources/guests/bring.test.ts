import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { openGuestStudio } from './set-up.ts';

const studio = forEachTest(() => openGuestStudio());
const EMAIL = 'jo@guests.example';

describe('a member brings a guest', () => {
  test('201 a lead with a first name, paid by the pass of the host', async () => {
    const host = await studio.host();
    const { status, body } = await host.bring({ email: 'Jo@Guests.example', phone: '+1 555 0100' });
    expect(status).toBe(201);
    expect(studio.events()).toEqual(['client.created', 'booking.created', 'package.credits_changed']);
    expect(body).toMatchObject({
      object: 'member_guest',
      bookingId: host.bookingId,
      firstName: 'Jo',
      email: EMAIL,
      status: 'confirmed',
      payment: 'pass',
      url: null,
    });
    const booking = await studio.bookingOf(body.id);
    expect(booking).toMatchObject({
      bookingSource: 'guest',
      hostBookingId: host.bookingId,
      packageId: host.packageId,
      creditsUsed: 1,
      channel: 'member_app',
    });
    expect(await studio.clientOf(booking.clientId)).toMatchObject({
      firstName: 'Jo',
      email: EMAIL,
      status: 'lead',
      referredByClientId: host.id,
      leadSource: 'guest',
    });
    expect(await studio.rest(host.packageId)).toBe(8);
  });

  test('the ledger says for whom, to staff by the client and to the host by the name', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    const { clientId } = await studio.bookingOf(body.id);
    const { ledger } = (await studio.get(`/v2/packages/${host.packageId}?expand[]=ledger`)).body;
    expect(ledger.map(({ guestClientId }: { guestClientId: string }) => guestClientId)).toEqual([null, null, clientId]);
    const own = (await host.get(`/packages/${host.packageId}/ledger`)).body.data;
    expect(own.map(({ guestName }: { guestName: string }) => guestName)).toContain('Jo');
    expect(JSON.stringify(own)).not.toContain(clientId);
  });

  test('without an email the host gets a link to pass on', async () => {
    const host = await studio.host();
    const { body } = await host.bring({});
    expect(body.url).toContain('/book/guest/');
  });

  test('a guest sees nothing of the host’s package', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
    const own = (await guest.get(`/bookings/${body.id}?expand[]=package`)).body;
    expect(own).toMatchObject({ bookingSource: 'guest', packageId: null, creditsUsed: 0, package: null });
  });

  describe('nor of what the host pays', () => {
    const NOTHING = { packageId: null, packageName: null, creditsTotal: null, creditsAfter: null };
    const NO_CREDIT = { outcome: 'not_applicable', credits: 0 };

    test('in what canceling would do, in time or late', async () => {
      const host = await studio.host();
      const { body } = await host.bring({ email: EMAIL });
      const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
      const preview = async () => (await guest.post(`/bookings/${body.id}/cancel?dry_run=true`)).body;
      const seen = { ...NOTHING, credit: NO_CREDIT, refund: null, fee: null, lateCancel: { credits: 0 } };
      expect(await preview()).toMatchObject({ ...seen, isLate: false });
      await studio.time.moveTo(studio.time.now() + DAY_MS - HOUR_MS);
      expect(await preview()).toMatchObject({ ...seen, isLate: true });
    });

    test('in what taking an open spot would do', async () => {
      await studio.given(studio.patch('/v2/settings', { booking: { waitlistCutoffMinutes: 60 } }));
      const sessionId = await addSession(studio, { capacity: 2, waitlistEnabled: 1 });
      const host = await studio.host({ sessionId });
      const taken = await addBooking(studio, await addClient(studio), sessionId);
      const { body } = await host.bring({ email: EMAIL, joinWaitlist: true });
      await studio.time.moveTo(studio.time.now() + DAY_MS - HOUR_MS / 2);
      await studio.given(studio.post(`/v2/bookings/${taken}/cancel`, {}));
      const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
      const preview = await guest.post(`/bookings/${body.id}/accept?dry_run=true`);
      expect(preview.body).toMatchObject({ ...NOTHING, status: 'confirmed', credit: NO_CREDIT });
      await studio.given(guest.post(`/bookings/${body.id}/accept`));
      expect((await studio.bookingOf(body.id)).packageId).toBe(host.packageId);
    });

    test('once they are in', async () => {
      const host = await studio.host();
      const { body } = await host.bring({ email: EMAIL });
      const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
      await studio.time.moveTo(studio.time.now() + DAY_MS - MINUTE_MS);
      const checkedIn = await guest.post('/check-in', { bookingId: body.id });
      expect([checkedIn.status, checkedIn.body.packageId]).toEqual([201, null]);
      const [stored] = (await studio.get(`/v2/checkins?client_id=${guest.id}`)).body.data;
      expect(stored.packageId).toBe(host.packageId);
      expect(JSON.stringify((await guest.get('/export')).body)).not.toContain(host.packageId);
    });
  });

  test('the settings of a schedule decide too, and 0 allows none', async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { guestsPerBooking: 0 } }));
    const host = await studio.host();
    const refused = await host.bring({});
    expect([refused.status, refused.body.error.code]).toEqual([409, 'guests_not_allowed']);
    expect(studio.events()).toEqual([]);
    expect(await host.guests()).toMatchObject({ most: 0, left: 0, payments: [], guests: [] });
  });

  test('409 for more guests than a booking may have, and for a guest who brings guests', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    await host.bring({});
    expect((await host.bring({})).body.error.code).toBe('guest_limit_reached');
    expect(await host.guests()).toMatchObject({ most: 2, left: 0 });
    const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
    const further = await guest.post(`/bookings/${body.id}/guests`, { firstName: 'Al', payment: 'pass' });
    expect(further.body.error.code).toBe('guests_not_allowed');
  });

  test('409 without a pass for guests, and 404 for another member’s booking', async () => {
    const host = await studio.host({ plan: { guestCredits: false } });
    expect((await host.bring({})).body.error.code).toBe('no_eligible_package');
    const other = await studio.host();
    const body = { firstName: 'Jo', payment: 'pass' };
    expect((await other.post(`/bookings/${host.bookingId}/guests`, body)).status).toBe(404);
  });

  test('a seat is a seat: 409 in a full session, or a place in line that the pass pays for later', async () => {
    const sessionId = await addSession(studio, { capacity: 2, waitlistEnabled: 1 });
    const host = await studio.host({ sessionId });
    const taken = await addBooking(studio, await addClient(studio), sessionId);
    expect((await host.bring({})).body.error.code).toBe('session_full');
    const { body } = await host.bring({ joinWaitlist: true });
    expect(body.status).toBe('waitlisted');
    expect(await studio.rest(host.packageId)).toBe(9);
    await studio.given(studio.post(`/v2/bookings/${taken}/cancel`, {}));
    expect(await studio.bookingOf(body.id)).toMatchObject({
      status: 'confirmed',
      bookingSource: 'guest',
      packageId: host.packageId,
    });
    expect(await studio.rest(host.packageId)).toBe(8);
  });
});

describe('who does not come', () => {
  test('with the host the guest is cancelled, and the credits come back', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    studio.events();
    const preview = () => studio.post(`/v2/bookings/${host.bookingId}/cancel?dry_run=true`, {});
    expect((await preview()).body).toMatchObject({ guestsCancelled: 1, notifiedCount: 2 });
    await host.post(`/bookings/${host.bookingId}/cancel`);
    expect(studio.events()).toEqual([
      ...['package.credits_changed', 'booking.cancelled'],
      ...['package.credits_changed', 'booking.cancelled'],
    ]);
    expect(await studio.bookingOf(body.id)).toMatchObject({ status: 'cancelled', creditOutcome: 'restored' });
    expect(await studio.rest(host.packageId)).toBe(10);
    const { availableSpots } = (await studio.get(`/v2/sessions/${host.sessionId}`)).body;
    expect(availableSpots).toBe(10);
  });

  test('a guest with a pass keeps the place, and the host sees no difference', async () => {
    const host = await studio.host();
    const known = await addClient(studio, { email: EMAIL });
    const { body } = await host.bring({ email: EMAIL });
    const { id: packageId } = await sellPackage(studio, known);
    const preview = await studio.post(`/v2/bookings/${host.bookingId}/cancel?dry_run=true`, {});
    expect(preview.body.guestsCancelled).toBe(0);
    await host.post(`/bookings/${host.bookingId}/cancel`);
    expect(await studio.bookingOf(body.id)).toMatchObject({
      status: 'confirmed',
      bookingSource: 'credit',
      hostBookingId: null,
      packageId,
    });
    expect([await studio.rest(host.packageId), await studio.rest(packageId)]).toEqual([10, 9]);
    expect((await host.guests()).guests).toMatchObject([{ status: 'cancelled' }]);
    expect((await host.post(`/guests/${body.id}/cancel`)).status).toBe(404);
  });

  test('a pass that the household shares keeps no place: it may be the host’s', async () => {
    await studio.given(studio.patch('/v2/settings', { membership: { households: 'members' } }));
    const host = await studio.host({ plan: { isShareable: true } });
    const known = await addClient(studio, { email: EMAIL });
    const adult = { role: 'adult', hasAgreed: true };
    const members = [
      { ...adult, clientId: host.id, isPayer: true },
      { ...adult, clientId: known },
    ];
    await studio.given(studio.post('/manage/households', { name: 'House', members }));
    const { body } = await host.bring({ email: EMAIL });
    studio.events();
    await host.post(`/bookings/${host.bookingId}/cancel`);
    expect(studio.events()).toEqual([
      ...['package.credits_changed', 'booking.cancelled'],
      ...['package.credits_changed', 'booking.cancelled'],
    ]);
    expect(await studio.bookingOf(body.id)).toMatchObject({ status: 'cancelled', creditOutcome: 'restored' });
    expect(await studio.rest(host.packageId)).toBe(10);
  });

  test('a guest alone: the host stays, and gets the credit back', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    studio.events();
    expect((await host.post(`/guests/${body.id}/cancel`)).body.status).toBe('cancelled');
    expect(studio.events()).toEqual(['package.credits_changed', 'booking.cancelled']);
    expect((await studio.bookingOf(host.bookingId)).status).toBe('confirmed');
    expect(await studio.rest(host.packageId)).toBe(9);
  });

  test('late, the host loses the credits, and a guest owes no fee', async () => {
    await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 500, feesApplyTo: 'all' } }));
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    await studio.time.moveTo(studio.time.now() + DAY_MS - HOUR_MS);
    await host.post(`/bookings/${host.bookingId}/cancel`);
    expect(await studio.bookingOf(body.id)).toMatchObject({
      status: 'cancelled',
      isLateCancel: true,
      creditOutcome: 'forfeited',
      penalty: null,
    });
  });

  test('with the session every booking is cancelled once', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    studio.events();
    await studio.post(`/manage/sessions/${host.sessionId}/cancel`, {});
    expect(studio.events().filter((type) => type === 'booking.cancelled')).toHaveLength(2);
    expect((await studio.bookingOf(body.id)).cancelReason).toBe('session_cancelled');
    expect(await studio.rest(host.packageId)).toBe(10);
  });

  test('with the package, and with an archived host, each booking is cancelled once', async () => {
    const host = await studio.host();
    await host.bring({ email: EMAIL });
    studio.events();
    await studio.delete(`/v2/clients/${host.id}`);
    expect(studio.events().filter((type) => type === 'booking.cancelled')).toHaveLength(2);
    const { availableSpots } = (await studio.get(`/v2/sessions/${host.sessionId}`)).body;
    expect(availableSpots).toBe(10);
  });

  test('409 for a guest who moves alone, by themselves and at the desk, and nothing happens', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    const guest = await studio.signIn((await studio.bookingOf(body.id)).clientId);
    const to = { sessionId: await addSession(studio, { startsIn: 2 * DAY_MS }) };
    studio.events();
    for (const dryRun of ['', '?dry_run=true']) {
      const own = await guest.post(`/bookings/${body.id}/move${dryRun}`, to);
      const desk = await studio.post(`/v2/bookings/${body.id}/move${dryRun}`, { ...to, isLateCancel: false });
      expect([own, desk].map(({ status, body: { error } }) => [status, error?.code])).toEqual([
        [409, 'already_processed'],
        [409, 'already_processed'],
      ]);
    }
    expect(studio.events()).toEqual([]);
    expect(await studio.bookingOf(body.id)).toMatchObject({ sessionId: host.sessionId, status: 'confirmed' });
  });

  test('a guest with a place of their own moves as anyone', async () => {
    const host = await studio.host();
    const known = await addClient(studio, { email: EMAIL });
    const { body } = await host.bring({ email: EMAIL });
    await sellPackage(studio, known);
    await host.post(`/bookings/${host.bookingId}/cancel`);
    const sessionId = await addSession(studio, { startsIn: 2 * DAY_MS });
    expect((await (await studio.signIn(known)).post(`/bookings/${body.id}/move`, { sessionId })).status).toBe(200);
  });

  test('a host who moves leaves the guests behind', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ email: EMAIL });
    const sessionId = await addSession(studio, { startsIn: 2 * DAY_MS });
    expect((await host.post(`/bookings/${host.bookingId}/move`, { sessionId })).status).toBe(200);
    expect((await studio.bookingOf(body.id)).status).toBe('cancelled');
  });
});
