import { beforeEach, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { addClient } from '../../helpers/bookings.ts';
import { pagesOf } from '../../helpers/member-pages.ts';
import { bearer, codeIn, openForMembers, refusal } from '../../helpers/member-sign-in.ts';

const EMAIL = '/public-api/v2/member/email';
const PROFILE = '/public-api/v2/member/profile';
const DEVICES = '/public-api/v2/member/devices';
const NEW = 'ann@new.example.com';

let opened: Awaited<ReturnType<typeof openForMembers>>;
let ann: Awaited<ReturnType<(typeof opened)['member']>>;
beforeEach(async () => {
  opened = await openForMembers();
  ann = await opened.member();
  opened.studio.events();
  opened.mails.length = 0;
});

const ask = async (email = NEW, headers = ann.headers) => {
  const response = await opened.studio.post(EMAIL, { email }, headers);
  await opened.pass();
  return response;
};
const confirm = (code: string, email = NEW, headers = ann.headers) =>
  opened.studio.post(`${EMAIL}/confirm`, { email, code }, headers);
const stored = async (id = ann.id) => (await opened.studio.get(`/v2/clients/${id}`)).body.email;

describe('POST member/email', () => {
  test('202 a code to the new address, which then changes it; the old one is told, and only this device is signed in again', async () => {
    const { studio, mails, enter } = opened;
    const other = await studio.given(enter(ann.email));
    mails.length = 0;
    expect(await ask('Ann@New.Example.com')).toMatchObject({
      status: 202,
      body: { object: 'member_email_request', email: NEW, isRequested: true },
    });
    const [mail, ...rest] = mails;
    expect([mail?.to, mail?.subject, rest]).toEqual([NEW, 'Your code to change your email at Test studio', []]);
    expect([await stored(), studio.events()]).toEqual([ann.email, []]);
    const { status, body } = await confirm(codeIn(mail));
    expect([status, body]).toMatchObject([200, { object: 'member_sign_in', status: 'signed_in', clientId: ann.id }]);
    expect(studio.eventsInFull()).toMatchObject([
      { type: 'client.updated', data: { changes: { email: NEW }, previous: { email: ann.email } } },
    ]);
    await opened.pass();
    expect(mails.slice(1).map(({ to, subject }) => [to, subject])).toEqual([
      [ann.email, 'Your email at Test studio was changed'],
    ]);
    expect((await studio.get(PROFILE, bearer(body.idToken))).body).toMatchObject({ id: ann.id, email: NEW });
    // A copy of what this device had ends as well.
    for (const { idToken } of [ann, other]) expect((await studio.get(PROFILE, bearer(idToken))).status).toBe(401);
    expect(refusal(await opened.token({ refreshToken: ann.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
    expect((await studio.given(opened.token({ refreshToken: body.refreshToken }))).clientId).toBe(ann.id);
    expect((await studio.given(enter(NEW))).clientId).toBe(ann.id);
    expect((await enter(ann.email)).body.status).toBe('sign_up_required');
  });

  test('401 wrong codes, five of them, also after another request; and a code of somebody else', async () => {
    const { studio, mails, member } = opened;
    await ask();
    const right = codeIn(mails.at(-1));
    const wrong = right === '000000' ? '000001' : '000000';
    const eve = await member('eve@example.com');
    studio.events();
    expect(refusal(await confirm(right, NEW, eve.headers))).toEqual([401, 'member_code_expired']);
    for (const left of [4, 3, 2]) {
      const { body } = await confirm(wrong);
      expect([body.error.code, body.error.details[0].triesLeft]).toEqual(['member_code_wrong', left]);
    }
    await ask();
    await confirm(wrong);
    expect((await confirm(wrong)).body.error.details[0].triesLeft).toBe(0);
    expect(refusal(await confirm(codeIn(mails.at(-1))))).toEqual([401, 'member_code_expired']);
    expect([await stored(), studio.events()]).toEqual([ann.email, []]);
  });

  test('202 as well for the address of another client, who gets no mail and keeps it', async () => {
    const { studio, mails } = opened;
    const bob = await addClient(studio, { email: 'bob@example.com' });
    expect((await ask('bob@example.com')).body.isRequested).toBe(true);
    expect(mails).toEqual([]);
    expect((await confirm('000000', 'bob@example.com')).body.error.code).toMatch(/member_code_(wrong|expired)/);
    expect(await stored(bob)).toBe('bob@example.com');
    // Somebody gets the address between the code and its use.
    await ask();
    const code = codeIn(mails.at(-1));
    await addClient(studio, { email: NEW });
    studio.events();
    expect(refusal(await confirm(code))).toEqual([401, 'member_code_expired']);
    expect(studio.events()).toEqual([]);
  });

  test('a code for an address signs nobody in, and is of use for ten minutes', async () => {
    const { mails, token } = opened;
    await ask();
    const code = codeIn(mails.at(-1));
    expect(refusal(await token({ email: NEW, code }))[0]).toBe(401);
    await opened.pass(10 * MINUTE_MS);
    expect(refusal(await confirm(code))).toEqual([401, 'member_code_expired']);
  });

  test('400 the own address; 429 the sixth mail', async () => {
    expect(refusal(await ask(ann.email))).toEqual([400, 'parameter_invalid']);
    for (let mails = 1; mails < 5; mails += 1) expect((await ask(`ann${mails}@new.example.com`)).status).toBe(202);
    expect((await ask()).status).toBe(429);
  });
});

describe('POST member/devices/end-others', () => {
  test('200 signs out all devices but this one', async () => {
    const { studio, enter } = opened;
    const [one, two] = [await studio.given(enter(ann.email)), await studio.given(enter(ann.email))];
    const { status, body } = await studio.post(`${DEVICES}/end-others`, undefined, ann.headers);
    expect([status, body]).toEqual([200, { object: 'member_devices_ended', count: 2 }]);
    for (const { idToken } of [one, two]) expect((await studio.get(PROFILE, bearer(idToken))).status).toBe(401);
    expect((await studio.get(DEVICES, ann.headers)).body.data).toHaveLength(1);
    expect(studio.events()).toEqual([]);
  });
});

describe('the name in PATCH member/profile', () => {
  test('200 the member changes it; 400 where the studio keeps names', async () => {
    const { studio } = opened;
    const rename = (body: object) => studio.patch(PROFILE, body, ann.headers);
    expect((await rename({ firstName: 'Anna' })).body.firstName).toBe('Anna');
    expect(studio.events()).toEqual(['client.updated']);
    await studio.given(studio.patch('/v2/settings', { membership: { lockNames: true } }));
    expect(refusal(await rename({ lastName: 'Lane' }))).toEqual([400, 'parameter_invalid']);
    expect((await rename({ firstName: 'Anna', phone: '+1 212 555 0104' })).status).toBe(200);
    expect(studio.events()).toEqual(['client.updated']);
  });
});

test('the pages: a new address by its code, a wrong one said in place, and a name', async () => {
  const { studio, mails, pass } = opened;
  const pages = await pagesOf(studio, ann.id);
  const [path, profile] = ['/book/me/account/email', '/book/me/account/profile'];
  expect((await pages.get(profile)).text).toContain(`href="${path}"`);
  expect((await pages.post(path, { email: NEW })).text).toContain(`If ${NEW} can be used`);
  await pass();
  const code = codeIn(mails.at(-1));
  const wrong = await pages.post(`${path}/code`, { email: NEW, code: code === '000000' ? '000001' : '000000' });
  expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([422, true]);
  // Also pasted with the whole email.
  const pasted = mails.at(-1)?.text ?? '';
  expect((await pages.post(`${path}/code`, { email: NEW, code: pasted })).to).toBe(`${profile}?saved`);
  expect((await pages.get(profile)).text).toContain(NEW);
  const fields = { firstName: 'Anna', lastName: 'Lane', phone: '', country: '' };
  expect((await pages.post(profile, fields)).to).toBe(`${profile}?saved`);
  expect((await studio.get(`/v2/clients/${ann.id}`)).body).toMatchObject({ firstName: 'Anna', lastName: 'Lane' });
  await studio.given(studio.patch('/v2/settings', { membership: { lockNames: true } }));
  const locked = (await pages.get(profile)).text;
  expect(locked).toContain('To change your name, ask at the front desk.');
  expect(locked).not.toContain('name="firstName"');
});
