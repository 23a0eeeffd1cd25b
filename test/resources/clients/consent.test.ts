import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { imported } from '../imports/set-up.ts';

const NONE = { email: false, sms: false, push: false, updatedAt: null, source: null };
const FIRST = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T08:00:01.000Z';

const ANN = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio, ANN)));

const stored = async () => (await studio.get(`/v2/clients/${member.id}`)).body;
const patch = async (marketingConsent: object) =>
  (await studio.patch(`/v2/clients/${member.id}`, { marketingConsent })).body.marketingConsent;
const wait = () => studio.time.moveTo(studio.time.now() + 1000);

/** Agrees to emails, and lets a second pass. */
const agree = async () => {
  await patch({ email: true, source: 'paper' });
  await studio.given(wait());
  return stored();
};

describe('the marketing consent of a client', () => {
  test('200 PATCH with what is stored keeps the time and raises nothing', async () => {
    const before = await agree();
    for (const same of [{}, { email: true }, { email: true, sms: false, source: 'paper' }, before.marketingConsent]) {
      expect(await patch(same)).toEqual({ ...NONE, email: true, source: 'paper', updatedAt: FIRST });
    }
    expect([await stored(), studio.events()]).toEqual([before, []]);
  });

  test('200 PATCH of a field keeps the time of a consent that is sent unchanged', async () => {
    await agree();
    await studio.patch(`/v2/clients/${member.id}`, { phone: '1', marketingConsent: { email: true } });
    expect((await stored()).marketingConsent.updatedAt).toBe(FIRST);
    expect(studio.eventsInFull()).toMatchObject([{ type: 'client.updated', data: { changes: { phone: '1' } } }]);
  });

  test('200 PATCH with another choice or source has the time of the change, or the one that is sent', async () => {
    await agree();
    expect(await patch({ email: false })).toMatchObject({ email: false, source: 'paper', updatedAt: LATER });
    await wait();
    expect(await patch({ source: 'phone' })).toMatchObject({ source: 'phone', updatedAt: '2026-03-02T08:00:02.000Z' });
    expect(await patch({ updatedAt: '2026-01-01T00:00:00Z' })).toMatchObject({ updatedAt: '2026-01-01T00:00:00.000Z' });
    expect(studio.events()).toEqual(['client.updated', 'client.updated', 'client.updated']);
  });

  test('200 the first PATCH has its time, also when it agrees to nothing; an empty one has none', async () => {
    expect(await patch({})).toEqual(NONE);
    expect(studio.events()).toEqual([]);
    expect(await patch({ email: false })).toEqual({ ...NONE, updatedAt: FIRST });
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('200 a member who sends what is stored changes neither its time nor its source', async () => {
    const before = await agree();
    const body = { marketingConsent: { email: true, sms: false, push: false } };
    expect((await member.send('PATCH', '/profile', body)).body.marketingConsent).toEqual(before.marketingConsent);
    expect(studio.events()).toEqual([]);
    const own = { marketingConsent: { sms: true } };
    const changed = await member.send('PATCH', '/profile', own);
    expect(changed.body.marketingConsent).toMatchObject({ sms: true, updatedAt: LATER, source: 'member_app' });
    expect(studio.events()).toEqual(['client.updated']);
    await wait();
    expect((await member.send('PATCH', '/profile', own)).body).toEqual(changed.body);
    expect(studio.events()).toEqual([]);
  });

  test('200 a second import of the same file changes nothing', async () => {
    const file = 'firstName,lastName,email,marketingConsent.email\nAnn,Lee,ann@example.com,true\n';
    studio.events();
    expect(await imported(studio, 'clients', file)).toMatchObject({ updated: 1, unchanged: 0 });
    expect(studio.events()).toEqual(['client.updated', 'import.completed']);
    await wait();
    expect(await imported(studio, 'clients', file)).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await stored()).marketingConsent).toMatchObject({ email: true, updatedAt: FIRST });
    expect(studio.events()).toEqual(['import.completed']);
  });
});

describe('the consent and the category marketing are the same', () => {
  const PATH = '/v2/member/notifications/preferences';
  const preferences = async () => (await studio.send('GET', PATH, undefined, member.headers)).body;
  const put = async (categories?: object) =>
    (await studio.send('PUT', PATH, categories === undefined ? {} : { categories }, member.headers)).body;

  test('200 a consent that the studio or the member changes moves the category', async () => {
    expect((await preferences()).categories.marketing).toMatchObject({ email: false, sms: false, push: false });
    await agree();
    const { categories, updatedAt } = await preferences();
    expect([categories.marketing, updatedAt]).toEqual([{ email: true, sms: false, push: false, locked: false }, FIRST]);
    await member.send('PATCH', '/profile', { marketingConsent: { email: false, push: true } });
    expect((await preferences()).categories.marketing).toMatchObject({ email: false, sms: false, push: true });
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('200 the category that the member changes moves the consent, with its source', async () => {
    await agree();
    const { categories } = await put({ marketing: { email: true, sms: true } });
    expect(categories.marketing).toMatchObject({ email: true, sms: true, push: false });
    const consent = { email: true, sms: true, push: false, updatedAt: LATER, source: 'notification_preferences' };
    expect((await stored()).marketingConsent).toEqual(consent);
    expect(studio.eventsInFull()).toMatchObject([
      { type: 'client.updated', data: { clientId: member.id, changes: { marketingConsent: consent } } },
    ]);
    await put({ marketing: { email: true, sms: true }, bookings: { sms: false } });
    expect([(await stored()).marketingConsent, studio.events()]).toEqual([consent, []]);
    // PUT replaces: marketing that is left out is off, as always.
    await put();
    const off = { email: false, sms: false, source: 'notification_preferences' };
    expect((await stored()).marketingConsent).toMatchObject(off);
    expect(studio.events()).toEqual(['client.updated']);
  });

  test('200 preferences without marketing are no answer to whether the client agrees', async () => {
    studio.events();
    await put({ bookings: { sms: false } });
    expect([(await stored()).marketingConsent, studio.events()]).toEqual([NONE, []]);
  });

  test('200 preferences of an earlier release give no consent: it is the ceiling', async () => {
    const choices = JSON.stringify({ categories: { marketing: { email: true } } });
    await put({ bookings: { sms: false } });
    studio.db.run('update notificationPreferences set choices = ?', [choices]);
    expect((await preferences()).categories.marketing).toMatchObject({ email: false });
  });
});
