import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { imported } from '../imports/set-up.ts';
import { openGuestStudio } from './set-up.ts';

const studio = forEachTest(() => openGuestStudio({ freeFirstVisit: true, guestsPerBooking: 10 }));
const KNOWN = 'jo@guests.example';
const FREE = { payment: 'free_first_visit' };

interface Shown {
  readonly id: string;
  readonly guest: { readonly paidBy: string; readonly standsForClientId: string | null } | null;
}

/** What the desk sees of a guest. */
const atDesk = async (id: string) => {
  const { sessionId } = await studio.bookingOf(id);
  const { sections } = (await studio.get(`/manage/sessions/${sessionId}/roster`)).body;
  const entries: Shown[] = sections.flatMap(({ bookings }: { bookings: Shown[] }) => bookings);
  return entries.find((entry) => entry.id === id)?.guest ?? null;
};
const paidBy = async (id: string) => (await atDesk(id))?.paidBy;

describe('whether an address is a client cannot be read', () => {
  /** What a host sees of a guest besides the address, IDs and the time. */
  const seen = ({ firstName, status, payment, url }: Record<string, unknown>) => ({ firstName, status, payment, url });
  /** All that a host sees: the response, the list, the credits, and the spots of the class, also once they cancel. */
  const shownFor = async (email: string, prepare: (sessionId: string) => Promise<unknown>) => {
    const sessionId = await addSession(studio);
    const host = await studio.host({ sessionId });
    await prepare(sessionId);
    const spots = async () => (await studio.get(`/v2/sessions/${sessionId}`)).body.availableSpots;
    const before = await spots();
    const { status, body } = await host.bring({ email });
    const taken = before - (await spots());
    const [credits, listed] = [await studio.rest(host.packageId), await host.guests()];
    await host.post(`/bookings/${host.bookingId}/cancel`);
    return {
      fields: Object.keys(body),
      ...{ status, taken, credits, guest: seen(body), left: listed.left, guests: listed.guests.map(seen) },
      after: [await studio.rest(host.packageId), (await host.guests()).guests.map(seen)],
    };
  };
  const STATES: Readonly<Record<string, (sessionId: string) => Promise<unknown>>> = {
    'a client of another name': () => addClient(studio, { email: KNOWN, firstName: 'Joanna', lastName: 'Private' }),
    'a client with a pass': async () => sellPackage(studio, await addClient(studio, { email: KNOWN })),
    'a suspended client': () => addClient(studio, { email: KNOWN, status: 'suspended' }),
    'an archived client': async () => studio.delete(`/v2/clients/${await addClient(studio, { email: KNOWN })}`),
    'a client who has booked the session': async (sessionId) =>
      addBooking(studio, await addClient(studio, { email: KNOWN }), sessionId),
    'a client with another class at that time': async () =>
      addBooking(studio, await addClient(studio, { email: KNOWN }), await addSession(studio)),
  };
  for (const [name, prepare] of Object.entries(STATES)) {
    test(`a host sees of ${name} what they see of a stranger`, async () => {
      const stranger = await shownFor('stranger@guests.example', async () => undefined);
      expect(stranger).toMatchObject({ status: 201, taken: 1, credits: 8 });
      expect(await shownFor(KNOWN, prepare)).toEqual(stranger);
    });
  }

  test('an existing client is booked under their own record, which stays as it is', async () => {
    const known = await addClient(studio, { email: KNOWN, firstName: 'Joanna' });
    const host = await studio.host();
    const { body } = await host.bring({ email: KNOWN });
    expect(await studio.bookingOf(body.id)).toMatchObject({ clientId: known, bookingSource: 'guest' });
    expect(await studio.clientOf(known)).toMatchObject({
      firstName: 'Joanna',
      status: 'active',
      referredByClientId: null,
    });
    expect(body.firstName).toBe('Jo');
  });

  test('for who cannot be booked someone else stands, and the desk is told for whom', async () => {
    const known = await addClient(studio, { email: KNOWN, status: 'suspended' });
    const host = await studio.host();
    const { body } = await host.bring({ email: KNOWN });
    expect((await studio.bookingOf(body.id)).clientId).not.toBe(known);
    expect(await atDesk(body.id)).toMatchObject({ standsForClientId: known });
    await studio.pass();
    expect(studio.mails.filter(({ to }) => to === KNOWN)).toEqual([]);
  });

  test('the own address is no guest', async () => {
    const member = await addClient(studio, { email: 'own@members.example' });
    await sellPackage(studio, member, { guestCredits: true });
    const signedIn = await studio.signIn(member);
    const { id } = await studio.given(signedIn.post('/bookings', { sessionId: await addSession(studio) }));
    const body = { firstName: 'Me', email: 'OWN@members.example', payment: 'pass' };
    const { status, body: response } = await signedIn.post(`/bookings/${id}/guests`, body);
    expect([status, response.error.details[0].param]).toEqual([400, 'email']);
  });
});

describe('mails to strangers in numbers', () => {
  test('at most 3 new guests a day and 10 a month, also when they are cancelled', async () => {
    const host = await studio.host();
    let made = 0;
    const bring = async () => {
      made += 1;
      const { status, body } = await host.bring({ ...FREE, email: `stranger${made}@guests.example` });
      if (status === 201) await host.post(`/guests/${body.id}/cancel`);
      return status === 201 ? 'brought' : body.error.code;
    };
    const day = [await bring(), await bring(), await bring(), await bring()];
    expect(day).toEqual(['brought', 'brought', 'brought', 'guest_limit_reached']);
    const known = await host.bring({ ...FREE, email: 'stranger1@guests.example' });
    expect(known.status).toBe(201);
  });

  test('10 a month', async () => {
    const member = await studio.signIn(await addClient(studio));
    const results: string[] = [];
    for (let day = 1; day <= 4; day += 1) {
      const sessionId = await addSession(studio, { startsIn: (day + 1) * DAY_MS });
      const { id } = await studio.given(member.post('/bookings', { sessionId }));
      for (let each = 1; each <= 3; each += 1) {
        const email = `day${day}-${each}@guests.example`;
        const { status, body } = await member.post(`/bookings/${id}/guests`, { firstName: 'Jo', email, ...FREE });
        results.push(status === 201 ? 'brought' : body.error.code);
      }
      await studio.time.moveTo(studio.time.now() + DAY_MS + 1);
    }
    expect(results.filter((each) => each === 'brought')).toHaveLength(10);
    expect(results.slice(-2)).toEqual(['guest_limit_reached', 'guest_limit_reached']);
  });

  test('one mail about a session, however often a guest is brought and cancelled', async () => {
    const host = await studio.host();
    for (let time = 1; time <= 3; time += 1) {
      const { body } = await host.bring({ ...FREE, email: KNOWN });
      await studio.pass();
      await host.post(`/guests/${body.id}/cancel`);
    }
    await studio.pass();
    const invitations = studio.mails.filter(({ subject }) => subject.includes('invites you'));
    expect(invitations).toHaveLength(1);
  });

  test('an address that refused is never mailed again, whoever brings it', async () => {
    const host = await studio.host();
    await host.bring({ ...FREE, email: KNOWN });
    await studio.pass();
    const [, token] = /\/book\/guest\/([\w-]+)/.exec(studio.mails.find(({ to }) => to === KNOWN)?.text ?? '') ?? [];
    const stopped = await studio.send('POST', `/public-api/v2/guests/${token}/stop-mails`, undefined, {
      'x-service-api-key': '',
    });
    expect(stopped.body.getsMails).toBe(false);
    const other = await studio.host();
    expect((await other.bring({ ...FREE, email: KNOWN })).status).toBe(201);
    await studio.post(`/manage/sessions/${host.sessionId}/cancel`, {});
    await studio.pass();
    expect(studio.mails.filter(({ to }) => to === KNOWN)).toHaveLength(1);
  });
});

describe('a free first visit twice', () => {
  const bringFree = async (guest: object) => (await (await studio.host()).bring({ ...FREE, ...guest })).body.id;

  test('with the same address: the second is to be paid at the studio', async () => {
    expect(await paidBy(await bringFree({ email: KNOWN }))).toBe('free');
    const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
    const second = await studio.host({ sessionId });
    const { status, body } = await second.bring({ ...FREE, email: KNOWN });
    expect(status).toBe(201);
    expect(await paidBy(body.id)).toBe('studio');
  });

  test('with the new address of the client, and by who comes with the old one', async () => {
    const first = await bringFree({ email: KNOWN });
    const { clientId } = await studio.bookingOf(first);
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { email: 'new@guests.example' }));
    const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
    const again = async (email: string) => {
      const { body } = await (await studio.host({ sessionId })).bring({ ...FREE, email });
      return { paid: await paidBy(body.id), isSame: (await studio.bookingOf(body.id)).clientId === clientId };
    };
    expect(await again('new@guests.example')).toEqual({ paid: 'studio', isSame: true });
    expect(await again(KNOWN)).toEqual({ paid: 'studio', isSame: false });
  });

  test('with another address and the same phone, however it is written', async () => {
    expect(await paidBy(await bringFree({ email: KNOWN, phone: '+49 170 1234567' }))).toBe('free');
    const id = await bringFree({ email: 'other@guests.example', phone: '0170/1234567' });
    expect(await paidBy(id)).toBe('studio');
  });

  test('with another address and the same card', async () => {
    const card = { processor: 'sandbox', mode: 'test', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 };
    const first = await bringFree({ email: KNOWN });
    const { clientId } = await studio.bookingOf(first);
    const other = await addClient(studio, { email: 'other@guests.example' });
    await imported(studio, 'payment_methods', [
      { ...card, clientId, customerId: 'cus_1', cardId: 'pm_1', status: 'active' },
      { ...card, clientId: other, customerId: 'cus_2', cardId: 'pm_2', status: 'active' },
    ]);
    expect(await paidBy(await bringFree({ email: 'other@guests.example' }))).toBe('studio');
  });

  test('with the same card by the fingerprint of the processor, whatever its dates; another one is another card', async () => {
    const card = { processor: 'sandbox', mode: 'test', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 };
    const { clientId } = await studio.bookingOf(await bringFree({ email: KNOWN }));
    const paid = async (email: string, more: object) => {
      const other = await addClient(studio, { email });
      const own = { ...card, customerId: `cus_${email}`, cardId: `pm_${email}`, status: 'active', ...more };
      await imported(studio, 'payment_methods', [{ ...own, clientId: other }]);
      return paidBy(await bringFree({ email }));
    };
    const first = { ...card, clientId, customerId: 'cus_1', cardId: 'pm_1', status: 'active', fingerprint: 'one' };
    await imported(studio, 'payment_methods', [first]);
    expect(await paid('a@guests.example', { fingerprint: 'one', expYear: 2035 })).toBe('studio');
    expect(await paid('b@guests.example', { fingerprint: 'two' })).toBe('free');
    expect(await paid('c@guests.example', {})).toBe('studio');
  });

  test('nor is a visit free of who has been here', async () => {
    const known = await addClient(studio, { email: KNOWN });
    await sellPackage(studio, known);
    expect(await paidBy(await bringFree({ email: KNOWN }))).toBe('studio');
  });

  test('a free visit that was cancelled in time is not used up', async () => {
    const host = await studio.host();
    const { body } = await host.bring({ ...FREE, email: KNOWN });
    await host.post(`/guests/${body.id}/cancel`);
    expect(await paidBy(await bringFree({ email: KNOWN }))).toBe('free');
  });

  test('400 where first visits are not free', async () => {
    await studio.given(studio.patch('/v2/settings', { booking: { freeFirstVisit: false } }));
    const { status, body } = await (await studio.host()).bring(FREE);
    expect([status, body.error.details[0].param]).toEqual([400, 'payment']);
  });
});
