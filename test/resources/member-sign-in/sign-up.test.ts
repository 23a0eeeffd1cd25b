import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { bearer, codeIn, FROM_APP, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { signedIn } from '../../helpers/people.ts';

const PERSON = { firstName: 'Eve', lastName: 'Moss' };
const WAIVER = { version: '2026-01', text: 'I train at my own risk.' };
const CONSENT = { version: '3', text: 'The studio keeps my data.' };

const signUp = (studio: Studio, body: object) => studio.post('/public-api/v2/auth/sign-up', body, FROM_APP);

/** A studio in which somebody new has proved an address. */
const proved = async (membership: object = {}, email = 'eve@example.com') => {
  const opened = await openForMembers();
  await opened.studio.given(opened.studio.patch('/v2/settings', { membership }));
  const { status, body } = await opened.enter(email);
  opened.studio.events();
  return { ...opened, status, body, signUpToken: body.signUpToken };
};

describe('POST /public-api/v2/auth/sign-up', () => {
  test('200 makes a lead of who has proved an address, and signs them in', async () => {
    const { studio, body: before, signUpToken } = await proved();
    expect(before).toMatchObject({ status: 'sign_up_required', clientId: null, idToken: null, refreshToken: null });
    const body = { ...PERSON, signUpToken, phone: '+1 212 555 0104', marketing: true, language: 'es' };
    const done = await signUp(studio, body);
    expect([done.status, done.body.status]).toEqual([200, 'signed_in']);
    expect(studio.events()).toEqual(['client.created']);
    const client = (await studio.get(`/v2/clients/${done.body.clientId}`)).body;
    expect(client).toMatchObject({
      ...PERSON,
      email: 'eve@example.com',
      status: 'lead',
      homeLocationId: MAIN_SITE,
      leadSource: 'sign-up',
      preferredLocale: 'es',
      marketingConsent: { email: true, sms: false, push: false, source: 'sign_up' },
      waiver: { status: 'none' },
    });
    const profile = await studio.get('/public-api/v2/member/profile', bearer(done.body.idToken));
    expect(profile.body.id).toBe(done.body.clientId);
    // The token is used up.
    expect(refusal(await signUp(studio, body))).toEqual([401, 'sign_up_expired']);
    expect(studio.count('memberCodes')).toBe(0);
  });

  test('a lead becomes active with the first booking', async () => {
    const { studio, signUpToken } = await proved();
    const { clientId } = (await signUp(studio, { ...PERSON, signUpToken })).body;
    const sessionId = await addSession(studio);
    studio.events();
    await studio.post('/v2/bookings', { clientId, sessionId });
    expect(studio.events()).toEqual(['booking.created', 'client.status_changed']);
    expect((await studio.get(`/v2/clients/${clientId}`)).body).toMatchObject({
      status: 'active',
      stats: { bookings: 1 },
    });
  });

  test('a lead becomes active with the first package', async () => {
    const { studio } = await openForMembers();
    const clientId = await addClient(studio, { status: 'lead' });
    const plan = {
      name: 'Ten',
      type: 'credit_pack',
      price: 10_000,
      currency: 'USD',
      creditsTotal: 10,
      validityDays: 90,
    };
    const { id: planId } = await studio.given(studio.post('/manage/plans', plan));
    await studio.post('/manage/packages', { clientId, planId, siteId: MAIN_SITE, paymentMethod: 'cash' });
    expect(studio.events()).toContain('client.status_changed');
    expect((await studio.get(`/v2/clients/${clientId}`)).body.status).toBe('active');
  });

  test('waiver and consent are stored with their texts, the name, the time and the address', async () => {
    const { studio, signUpToken } = await proved({ waiver: WAIVER, consent: CONSENT, askBirthDate: true });
    const missing = await signUp(studio, { ...PERSON, signUpToken });
    expect(missing.body.error.details.map(({ param }: { param: string }) => param)).toEqual([
      'waiver',
      'consent',
      'dateOfBirth',
    ]);
    const waiver = { version: WAIVER.version, name: 'Eve Moss' };
    const consent = { version: CONSENT.version };
    const young = { ...PERSON, signUpToken, waiver, consent, dateOfBirth: '2008-03-03' };
    expect(refusal(await signUp(studio, young))).toEqual([400, 'parameter_missing']);
    const stale = { ...young, waiver: { ...waiver, version: '2025-01' }, guardianName: 'Ada Moss' };
    expect(refusal(await signUp(studio, stale))).toEqual([409, 'agreement_changed']);
    expect(studio.events()).toEqual([]);
    const { status, body } = await signUp(studio, { ...young, guardianName: 'Ada Moss' });
    expect(status).toBe(200);
    expect(studio.events()).toEqual(['client.created']);
    const rows = studio.db
      .query(
        'select kind, version, text, name, guardianName, address, channel from agreements join agreementTexts on hash = textHash',
      )
      .all();
    const by = { guardianName: 'Ada Moss', address: 'unknown', name: 'Eve Moss', channel: 'sign_up' };
    expect(rows).toEqual([
      { kind: 'waiver', ...WAIVER, ...by },
      { kind: 'consent', ...CONSENT, ...by },
    ]);
    const client = (await studio.get(`/v2/clients/${body.clientId}`)).body;
    expect(client.waiver).toMatchObject({ status: 'signed', version: WAIVER.version });
    await studio.given(studio.post(`/manage/clients/${body.clientId}/erase`, {}));
    expect(studio.count('agreements')).toBe(0);
  });

  test('who is 18 today signs alone', async () => {
    const { studio, signUpToken } = await proved({ askBirthDate: true });
    expect((await signUp(studio, { ...PERSON, signUpToken, dateOfBirth: '2008-03-02' })).status).toBe(200);
  });

  test('nobody signs up under the address of another: the address of a client signs in, and nothing of it changes', async () => {
    const { studio, mails, ask, token } = await openForMembers();
    const ann = await addClient(studio, { email: 'ann@example.com', firstName: 'Ann' });
    studio.events();
    // Without the code there is no way.
    for (const signUpToken of ['x', 'a'.repeat(43)]) {
      expect(refusal(await signUp(studio, { ...PERSON, signUpToken }))).toEqual([401, 'sign_up_expired']);
    }
    await ask('ann@example.com');
    const known = await token({ email: 'ann@example.com', code: codeIn(mails[0]) });
    expect(known.body).toMatchObject({ status: 'signed_in', clientId: ann, signUpToken: null });
    // The address becomes one of a client between the code and the sign-up.
    await ask('eve@example.com');
    const { body } = await token({ email: 'eve@example.com', code: codeIn(mails[1]) });
    const eve = await addClient(studio, { email: 'eve@example.com', firstName: 'Real' });
    studio.events();
    const done = await signUp(studio, { ...PERSON, signUpToken: body.signUpToken });
    expect(done.body).toMatchObject({ status: 'signed_in', clientId: eve });
    expect((await studio.get(`/v2/clients/${eve}`)).body).toMatchObject({ firstName: 'Real', status: 'active' });
    expect(studio.events()).toEqual([]);
  });

  test('401 an hour after the code, and for the token of another code of the address', async () => {
    const { studio, signUpToken, enter } = await proved();
    const { body: second } = await enter('eve@example.com');
    expect(refusal(await signUp(studio, { ...PERSON, signUpToken }))).toEqual([401, 'sign_up_expired']);
    await studio.time.moveTo(studio.time.now() + HOUR_MS);
    const late = await signUp(studio, { ...PERSON, signUpToken: second.signUpToken });
    expect(refusal(late)).toEqual([401, 'sign_up_expired']);
  });

  test('400 for a site that does not exist, 403 where nobody signs up by themselves', async () => {
    const { studio, signUpToken } = await proved();
    const nowhere = await signUp(studio, { ...PERSON, signUpToken, siteId: crypto.randomUUID() });
    expect(refusal(nowhere)).toEqual([400, 'resource_missing']);
    await studio.given(studio.patch('/v2/settings', { membership: { signUp: 'closed' } }));
    expect(refusal(await signUp(studio, { ...PERSON, signUpToken }))).toEqual([403, 'sign_up_closed']);
    expect(studio.events()).toEqual([]);
  });
});

describe('where the studio decides', () => {
  const waiting = async () => {
    const opened = await proved({ signUp: 'approval' });
    const { status, body } = await signUp(opened.studio, { ...PERSON, signUpToken: opened.signUpToken });
    expect([status, body.status, body.idToken]).toEqual([200, 'approval_pending', null]);
    expect(opened.studio.events()).toEqual(['client.created']);
    const [id = ''] = await opened.studio.listed('/v2/clients?email=eve@example.com');
    return { ...opened, id };
  };

  test('the sign-up is a decision of the desk; until then nobody is signed in', async () => {
    const { studio, mails, id, enter, pass } = await waiting();
    expect((await enter('eve@example.com')).body).toMatchObject({ status: 'approval_pending', idToken: null });
    const { body } = await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`);
    expect(body.decisions).toMatchObject([
      {
        id: `sign_up:${id}`,
        title: 'Eve Moss',
        people: [{ clientId: id }],
        actions: ['approveSignUp', 'declineSignUp'],
      },
    ]);
    const state = async () => (await studio.get(`/manage/clients/${id}/sign-up`)).body;
    expect(await state()).toEqual({
      object: 'sign_up',
      clientId: id,
      isWaiting: true,
      siteId: MAIN_SITE,
      signedUpAt: expect.stringMatching(/Z$/),
    });
    const approved = await studio.post(`/manage/clients/${id}/approve-sign-up`);
    expect([approved.status, approved.body]).toEqual([
      200,
      { object: 'sign_up_decision', clientId: id, isApproved: true },
    ]);
    expect(studio.events()).toEqual([]);
    await pass();
    expect(mails.at(-1)).toMatchObject({ to: 'eve@example.com', subject: 'Welcome to Test studio' });
    expect((await enter('eve@example.com')).body).toMatchObject({ status: 'signed_in', clientId: id });
    expect(await state()).toMatchObject({ isWaiting: false, siteId: null, signedUpAt: null });
    const again = await studio.post(`/manage/clients/${id}/approve-sign-up`);
    expect(refusal(again)).toEqual([409, 'sign_up_decided']);
    expect((await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions).toEqual([]);
  });

  test('who is turned away is archived, and gets no code any more', async () => {
    const { studio, mails, id, ask } = await waiting();
    const { status, body } = await studio.post(`/manage/clients/${id}/decline-sign-up`);
    expect([status, body.isApproved]).toEqual([200, false]);
    expect(studio.events()).toEqual(['client.archived']);
    const before = mails.length;
    await ask('eve@example.com');
    expect(mails.length).toBe(before);
    expect(refusal(await studio.post(`/manage/clients/${id}/decline-sign-up`))).toEqual([409, 'sign_up_decided']);
  });

  test('a merge with a client lets the person in, and so does restoring who was turned away', async () => {
    const { studio, id, enter } = await waiting();
    const other = await addClient(studio, { email: 'walk-in@example.com' });
    await studio.given(studio.post(`/manage/clients/${id}/merge`, { clientId: other, keepClientId: id }));
    expect((await enter('eve@example.com')).body).toMatchObject({ status: 'signed_in', clientId: id });
    const second = await waiting();
    await second.studio.given(second.studio.post(`/manage/clients/${second.id}/decline-sign-up`));
    await second.studio.given(second.studio.patch(`/v2/clients/${second.id}`, { status: 'active' }));
    expect((await second.enter('eve@example.com')).body).toMatchObject({ status: 'signed_in', clientId: second.id });
  });

  test('404 for a client of another site, 403 for a role that changes no clients', async () => {
    const { studio, id } = await waiting();
    const site = { name: 'Harbour', timezone: 'America/New_York', currency: 'USD' };
    const { id: harbour } = await studio.given(studio.post('/v2/sites', site));
    const elsewhere = await studio.withKey({ siteIds: [harbour] });
    const approve = (headers: Record<string, string>) =>
      studio.post(`/manage/clients/${id}/approve-sign-up`, undefined, headers);
    expect((await approve(elsewhere)).status).toBe(404);
    expect((await studio.get(`/manage/clients/${id}/sign-up`, elsewhere)).status).toBe(404);
    const { headers } = await signedIn(studio, { role: 'instructor' });
    expect((await approve(headers)).status).toBe(403);
  });
});
