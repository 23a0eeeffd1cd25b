import { afterEach, describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { createSmtp } from '../../../src/mail/smtp.ts';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { codeIn, FROM_APP, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { startMailServer } from '../../helpers/smtp.ts';
import { countExecutions } from '../../helpers/statements.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Another code of six digits. */
const wrong = (code: string): string => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0');

describe('POST /public-api/v2/auth/code', () => {
  test('202 a client and a stranger get a mail, and nobody can tell which is which', async () => {
    const { studio, mails, ask } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com', preferredLocale: 'de' }));
    const answers = [await ask('Ann@Example.com'), await ask('nobody@example.com')];
    for (const { status, body } of answers) {
      const requestToken = expect.stringMatching(/^[\w-]{43}$/);
      expect([status, body]).toEqual([202, { object: 'member_code_request', isRequested: true, requestToken }]);
    }
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.com', 'Dein Code für Test studio'],
      ['nobody@example.com', 'Your sign-in code for Test studio'],
    ]);
    expect(codeIn(mails[0])).toMatch(/^\d{6}$/);
    expect(mails[1]?.html).toContain(`${codeIn(mails[1]).slice(0, 3)} ${codeIn(mails[1]).slice(3)}`);
    expect(studio.events()).toEqual([]);
  });

  test('nothing is looked up before the response: its time is the same for every address', async () => {
    const { studio, pass } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    const ask = (email: string) => studio.post('/public-api/v2/auth/code', { email }, FROM_APP);
    await ask('first@example.com');
    await pass();
    const of = async (email: string): Promise<number> => {
      const counts = countExecutions(studio.db);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email });
      await studio.app.fetch(
        new Request('http://localhost/public-api/v2/auth/code', { method: 'POST', headers, body }),
      );
      const { executed } = counts;
      Reflect.deleteProperty(studio.db, 'query');
      await pass();
      return executed;
    };
    const [known, unknown] = [await of('ann@example.com'), await of('nobody@example.com')];
    expect(known).toEqual(unknown);
    expect(studio.db.query('select 1 from memberCodes').all()).toHaveLength(3);
  });

  test('the language of the page decides for a stranger', async () => {
    const { studio, mails, pass } = await openForMembers();
    await studio.post('/public-api/v2/auth/code', { email: 'nobody@example.com', language: 'fr' }, FROM_APP);
    await pass();
    expect(mails[0]?.subject).toBe('Votre code pour Test studio');
  });

  test('the database has a hash of the code alone, and nothing of a stranger but the address for a week', async () => {
    const { studio, mails, ask, pass } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    await studio.post('/public-api/v2/auth/code', { email: 'ann@example.com' }, FROM_APP);
    await studio.store.write(() => 0);
    const rows = () => JSON.stringify(studio.db.query('select data, subject, toEmail from messages').all());
    expect(rows()).toContain('sealed');
    await pass();
    const code = codeIn(mails[0]);
    expect(rows()).toContain('ann@example.com');
    await ask('nobody@example.com');
    const text = Buffer.from(studio.db.serialize()).toString('latin1');
    expect(text).not.toContain(code);
    expect(text).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`);
    const sent = { kind: 'member_code', status: 'sent', subject: 'Your sign-in code for Test studio' };
    expect((await studio.get('/manage/messages')).body.data).toMatchObject([
      { ...sent, toEmail: 'nobody@example.com', clientId: null },
      { ...sent, toEmail: 'ann@example.com' },
    ]);
    await pass(2 * HOUR_MS);
    expect(studio.count('memberCodes')).toBe(0);
    await pass(8 * DAY_MS);
    expect(rows()).toContain('ann@example.com');
    expect(rows()).not.toContain('nobody@example.com');
  });

  test('202 without a mail: the fourth in an hour, an archived client, and a stranger where nobody signs up', async () => {
    const { studio, mails, ask, pass, token } = await openForMembers();
    const { id } = { id: await addClient(studio, { email: 'old@example.com' }) };
    await studio.given(studio.delete(`/v2/clients/${id}`));
    expect((await ask('old@example.com')).status).toBe(202);
    await studio.given(studio.patch('/v2/settings', { membership: { signUp: 'closed' } }));
    expect((await ask('nobody@example.com')).status).toBe(202);
    expect(mails).toEqual([]);
    // The studio sees why.
    expect((await studio.get('/manage/messages?status=skipped')).body.data).toMatchObject([
      { toEmail: 'nobody@example.com', clientId: null, errorCode: 'not_a_client', subject: null },
      { toEmail: 'old@example.com', clientId: id, errorCode: 'archived', subject: null },
    ]);
    // Their codes behave as any other.
    for (const email of ['old@example.com', 'nobody@example.com']) {
      expect(refusal(await token({ email, code: '123456' }))).toEqual([401, 'member_code_wrong']);
    }
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    for (let count = 0; count < 4; count += 1) expect((await ask('ann@example.com')).status).toBe(202);
    expect(mails.length).toBe(3);
    // The code of the last mail still works.
    expect((await token({ email: 'ann@example.com', code: codeIn(mails[2]) })).status).toBe(200);
    await pass(HOUR_MS);
    await ask('ann@example.com');
    expect(mails.length).toBe(4);
  });

  test('429 for a network address that asks 20 times in an hour', async () => {
    const { ask } = await openForMembers();
    for (let count = 0; count < 20; count += 1) expect((await ask(`a${count}@example.com`)).status).toBe(202);
    expect(refusal(await ask('b@example.com'))).toEqual([429, 'rate_limited']);
  });

  test('409 where no mail server is set up, and where the operator has turned it off', async () => {
    const studio = await openStudio();
    const asked = await studio.post('/public-api/v2/auth/code', { email: 'a@example.com' }, FROM_APP);
    expect(refusal(asked)).toEqual([409, 'member_sign_in_off']);
    const issuer = await studio.get('/.well-known/openid-configuration');
    expect([issuer.status, issuer.body.id_token_signing_alg_values_supported]).toEqual([200, undefined]);
    const { ask, studio: off } = await openForMembers({ memberSignIn: false });
    expect(refusal(await ask('a@example.com'))).toEqual([409, 'member_sign_in_off']);
    const { body } = await off.get('/.well-known/openid-configuration');
    expect(body.id_token_signing_alg_values_supported).toBeUndefined();
  });

  test('a real mail server gets the mail, also for an address that bounced, and keeps no bounce of a stranger', async () => {
    const server = await startMailServer({
      onRecipient: (address) => (address.startsWith('gone') ? { refuse: [550, '5.1.1 No such user'] } : undefined),
    });
    closing.push(server.close);
    const url = server.url();
    const transport = createSmtp({ url, fromAddress: 'studio@example.com', extraCa: [], isPooled: true });
    const studio = await openStudio({ mail: transport });
    closing.push(() => studio.app.stop());
    await addClient(studio, { email: 'ann@example.com' });
    studio.db.run(`insert into mailAddresses (email, refusals, lastMessage, bouncingSince, updatedAt)
      values ('ann@example.com', 3, '550', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')`);
    for (const email of ['ann@example.com', 'gone@example.com']) {
      await studio.post('/public-api/v2/auth/code', { email }, FROM_APP);
      await studio.store.write(() => 0);
      await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    }
    expect(server.arrived.map(({ to }) => to)).toEqual(['ann@example.com']);
    expect(server.arrived[0]?.raw).toMatch(/\d{3} \d{3}/);
    expect(studio.count('mailAddresses')).toBe(0);
    expect((await studio.get('/manage/messages')).body.data).toMatchObject([
      { toEmail: 'gone@example.com', clientId: null, status: 'failed', errorCode: 'refused' },
      { toEmail: 'ann@example.com', status: 'sent' },
    ]);
    // An example has no mailbox: the same.
    await studio.post('/public-api/v2/auth/code', { email: 'dana@members.example' }, FROM_APP);
    await studio.store.write(() => 0);
    await studio.time.moveTo(studio.time.now() + MINUTE_MS);
    const { data } = (await studio.get('/manage/messages')).body;
    expect(data[0]).toMatchObject({ toEmail: 'dana@members.example', status: 'failed', errorCode: 'refused' });
    expect(data[0].errorMessage).toContain('reserved for examples');
  });
});

test('an address that becomes a client is forgotten with the client; who works at another site does not see it', async () => {
  const { studio, ask } = await openForMembers();
  await ask('new@example.com');
  await ask('other@example.com');
  const { body: other } = await studio.post('/v2/sites', { name: 'Uptown' });
  const atSite = async (siteId: string) =>
    (await studio.get('/manage/messages', await studio.withKey({ siteIds: [siteId] }))).body.data.map(
      ({ toEmail }: { toEmail: string | null }) => toEmail,
    );
  expect([await atSite(MAIN_SITE), await atSite(other.id)]).toEqual([['other@example.com', 'new@example.com'], []]);
  const id = await addClient(studio, { email: 'new@example.com' });
  await studio.given(studio.delete(`/v2/clients/${id}`));
  expect(await atSite(MAIN_SITE)).toEqual(['other@example.com']);
});

test.each([' ', '-', '\u00a0', '\u202f', '\u2011'])(
  'a code is read with %j in its middle, as mails and people write it',
  async (joint) => {
    const { studio, mails, ask, token } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    await ask('ann@example.com');
    const code = codeIn(mails[0]);
    const written = `${code.slice(0, 3)}${joint}${code.slice(3)}`;
    expect((await token({ email: 'ann@example.com', code: written })).status).toBe(200);
    expect((await token({ email: 'ann@example.com', code: `${joint}${code}x` })).status).toBe(400);
  },
);

describe('guessing', () => {
  test('401 five wrong codes use a code up, and say how many tries are left', async () => {
    const { studio, mails, ask, token, pass } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    await ask('ann@example.com');
    const code = codeIn(mails[0]);
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await token({ email: 'ann@example.com', code: wrong(code) });
      expect([status, body.error.code, body.error.details[0].triesLeft]).toEqual([401, 'member_code_wrong', left]);
    }
    expect(refusal(await token({ email: 'ann@example.com', code }))).toEqual([429, 'rate_limited']);
    await pass(MINUTE_MS);
    expect(refusal(await token({ email: 'ann@example.com', code }))).toEqual([401, 'member_code_expired']);
    await pass(5 * MINUTE_MS);
    await ask('ann@example.com');
    expect((await token({ email: 'ann@example.com', code: codeIn(mails[1]) })).status).toBe(200);
  });

  test('tries that come at once are counted one by one', async () => {
    const { studio, mails, ask, token } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    await ask('ann@example.com');
    const code = codeIn(mails[0]);
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => token({ email: 'ann@example.com', code: wrong(code) })),
    );
    expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(25);
  });

  test('the words are the same for a client, a stranger and an address for which nobody has asked', async () => {
    const { studio, mails, ask, token } = await openForMembers();
    await studio.given(addClient(studio, { email: 'ann@example.com' }));
    await ask('ann@example.com');
    await ask('new@example.com');
    const codes = new Map(mails.map((mail) => [mail.to, codeIn(mail)]));
    const bodies = await Promise.all(
      ['ann@example.com', 'new@example.com'].map(async (email) => {
        const { status, body } = await token({ email, code: wrong(codes.get(email) ?? '') });
        return [status, { ...body.error, requestId: '' }];
      }),
    );
    expect(bodies[0]).toEqual(bodies[1] as never);
    expect(refusal(await token({ email: 'never@example.com', code: '123456' }))).toEqual([401, 'member_code_expired']);
    expect(studio.events()).toEqual([]);
  });

  test('401 after ten minutes, after its use, and for the code of another address or of the last but two', async () => {
    const { studio, mails, ask, token, pass } = await openForMembers();
    for (const email of ['ann@example.com', 'bob@example.com']) await studio.given(addClient(studio, { email }));
    await ask('ann@example.com');
    await ask('bob@example.com');
    const [ofAnn = '', ofBob = ''] = mails.map(codeIn);
    if (ofAnn !== ofBob) {
      expect(refusal(await token({ email: 'bob@example.com', code: ofAnn }))).toEqual([401, 'member_code_wrong']);
    }
    expect((await token({ email: 'bob@example.com', code: ofBob })).status).toBe(200);
    expect(refusal(await token({ email: 'bob@example.com', code: ofBob }))).toEqual([401, 'member_code_expired']);
    await ask('ann@example.com');
    await ask('ann@example.com');
    const [earlier = '', newest = ''] = mails.slice(2).map(codeIn);
    if (newest !== ofAnn && earlier !== ofAnn) {
      expect(refusal(await token({ email: 'ann@example.com', code: ofAnn }))).toEqual([401, 'member_code_wrong']);
    }
    // Mails come in any order.
    expect((await token({ email: 'ann@example.com', code: earlier })).status).toBe(200);
    await pass(10 * MINUTE_MS);
    await ask('ann@example.com');
    await pass(10 * MINUTE_MS);
    const { error } = (await token({ email: 'ann@example.com', code: codeIn(mails.at(-1)) })).body;
    expect(error.code).toBe('member_code_expired');
  });
});
