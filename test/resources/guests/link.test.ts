import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { openGuestStudio } from './set-up.ts';

const studio = forEachTest(() => openGuestStudio({ freeFirstVisit: true }));
const EMAIL = 'jo@guests.example';

/** The guest opens the link of the invitation. */
const invited = async (body: object = {}) => {
  const host = await studio.host();
  const { body: guest } = await host.bring({ email: EMAIL, ...body });
  await studio.pass();
  const mail = studio.mails.at(-1);
  const [, token = ''] = /\/book\/guest\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
  const call = (method: string, path = '', sent?: object) =>
    studio.send(method, `/public-api/v2/guests/${token}${path}`, sent, { 'x-service-api-key': '' });
  studio.events();
  return { host, id: guest.id, mail, token, call };
};

test('a guest gets one mail, with a calendar invitation, and nothing of the host’s package', async () => {
  const { mail } = await invited();
  expect(studio.mails.filter(({ to }) => to === EMAIL)).toHaveLength(1);
  expect(mail).toMatchObject({ to: EMAIL, calendar: { method: 'REQUEST' } });
  expect(mail?.subject).toContain('invites you: Flow');
  expect(mail?.text).not.toContain('10 classes');
  expect(mail?.unsubscribeUrl).toContain('/guests');
});

test('the link shows the visit, the waiver is signed, and the client has it', async () => {
  const waiver = { version: '1', text: 'I come at my own risk.' };
  await studio.given(studio.patch('/v2/settings', { membership: { waiver } }));
  const { call, id, mail } = await invited();
  expect(mail?.text).toContain('sign');
  const { body } = await call('GET');
  expect(body).toMatchObject({
    object: 'guest_visit',
    firstName: 'Jo',
    status: 'confirmed',
    canCancel: true,
    paidBy: 'host',
    waiver: { current: waiver, isNeeded: true },
    getsMails: true,
  });
  const signed = await call('POST', '/waiver', { version: '1', name: 'Jo March' });
  expect(signed.body.waiver.isNeeded).toBe(false);
  expect(studio.events()).toEqual(['client.updated']);
  const { clientId } = await studio.bookingOf(id);
  expect((await studio.clientOf(clientId)).waiver).toMatchObject({ status: 'signed', version: '1' });
  const [agreement] = (await studio.get(`/manage/clients/${clientId}/agreements`)).body.data;
  expect(agreement).toMatchObject({ name: 'Jo March', channel: 'guest' });
});

describe('a guest who is a minor', () => {
  const invitedMinor = async (dateOfBirth: string | null) => {
    const waiver = { version: '1', text: 'I come at my own risk.' };
    await studio.given(studio.patch('/v2/settings', { membership: { waiver } }));
    const guest = await invited();
    const { clientId } = await studio.bookingOf(guest.id);
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { dateOfBirth }));
    studio.events();
    const agreement = async () => (await studio.get(`/manage/clients/${clientId}/agreements`)).body.data[0];
    return { ...guest, clientId, agreement };
  };

  test('has the waiver signed by a guardian, and not without one', async () => {
    const { call, agreement } = await invitedMinor('2015-05-05');
    expect((await call('GET')).body.waiver).toMatchObject({ isNeeded: true, needsGuardian: true });
    const refused = await call('POST', '/waiver', { version: '1', name: 'Jo March' });
    expect([errorOf(refused), refused.body.error.param, await agreement()]).toEqual([
      [400, 'parameter_missing'],
      'guardianName',
      undefined,
    ]);
    const signed = { version: '1', name: 'Jo March', guardianName: 'Meg March' };
    expect((await call('POST', '/waiver', signed)).body.waiver.isNeeded).toBe(false);
    expect([await agreement(), studio.events()]).toMatchObject([
      { name: 'Jo March', guardianName: 'Meg March', channel: 'guest' },
      ['client.updated'],
    ]);
  });

  test('is asked of whom the studio knows no date of birth, and not of adults', async () => {
    const { call, clientId } = await invitedMinor(null);
    const needsGuardian = async () => (await call('GET')).body.waiver.needsGuardian;
    expect(await needsGuardian()).toBeNull();
    await studio.given(studio.patch(`/v2/clients/${clientId}`, { dateOfBirth: '1990-05-05' }));
    expect(await needsGuardian()).toBe(false);
  });
});

test('a guest cancels alone', async () => {
  const { call, host } = await invited();
  expect((await call('POST', '/cancel')).body).toMatchObject({ status: 'cancelled', canCancel: false });
  expect(studio.events()).toEqual(['package.credits_changed', 'booking.cancelled']);
  expect((await studio.bookingOf(host.bookingId)).status).toBe('confirmed');
  expect((await call('POST', '/cancel')).body.error.code).toBe('already_cancelled');
});

test('a phone number that had a free visit makes the visit one to be paid', async () => {
  const waiver = { version: '1', text: 'I come at my own risk.' };
  await studio.given(studio.patch('/v2/settings', { membership: { waiver } }));
  await (await studio.host()).bring({
    payment: 'free_first_visit',
    email: 'first@guests.example',
    phone: '0170 1234567',
  });
  const { call } = await invited({ payment: 'free_first_visit' });
  expect((await call('GET')).body).toMatchObject({ paidBy: 'free', asksPhone: true });
  const { body } = await call('POST', '/waiver', { version: '1', name: 'Jo March', phone: '+49 170 1234567' });
  expect(body.paidBy).toBe('studio');
});

test('a link of another kind, or a changed one, is 404', async () => {
  const { token, call } = await invited();
  expect((await call('GET')).status).toBe(200);
  for (const wrong of [`${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`, token.slice(1), 'nothing']) {
    expect(
      (await studio.send('GET', `/public-api/v2/guests/${wrong}`, undefined, { 'x-service-api-key': '' })).status,
    ).toBe(404);
  }
});

test('an erased guest leaves neither name nor address, and a merged one their visit', async () => {
  const other = await addClient(studio);
  const { id, call } = await invited();
  const { clientId } = await studio.bookingOf(id);
  expect((await studio.post(`/manage/clients/${other}/merge`, { clientId })).status).toBeLessThan(300);
  expect((await studio.bookingOf(id)).clientId).toBe(other);
  expect((await call('GET')).status).toBe(200);
  await studio.post(`/manage/clients/${other}/erase`, {});
  expect((await call('GET')).status).toBe(404);
  const row = studio.store.view().db.query('select "firstName", "email", "phone" from "guests"').get();
  expect(row).toEqual({ firstName: null, email: null, phone: null });
});

test('the report counts guests who came, and those who bought within 60 days', async () => {
  const { id, host } = await invited();
  const { clientId } = await studio.bookingOf(id);
  await studio.post(`/v2/bookings/${id}/checkin`, {});
  const range = 'from=2026-03-01&to=2026-03-05';
  const figures = async () => (await studio.get(`/manage/reports/members?${range}`)).body.figures;
  await studio.time.moveTo(Date.parse('2026-03-06T12:00:00Z'));
  expect(await figures()).toMatchObject({ guests: 1, guestsBought: 0 });
  await sellPackage(studio, clientId);
  expect(await figures()).toMatchObject({ guests: 1, guestsBought: 1 });
  expect((await studio.clientOf(clientId)).status).toBe('active');
  expect(host.id).not.toBe(clientId);
});
