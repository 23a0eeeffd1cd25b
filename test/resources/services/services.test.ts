import { describe, expect, test } from 'bun:test';
import { MailNotSent } from '../../../src/mail/transport.ts';
import { ProcessorFailure } from '../../../src/payments-processor/port.ts';
import type { ServicesPort } from '../../../src/resources/services/port.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { openStudio } from '../../helpers/api.ts';
import { signedIn } from '../../helpers/people.ts';
import { fakeMachine } from '../system/machine.ts';

const SERVER = {
  host: 'mail.example.com',
  port: 465,
  security: 'tls',
  user: 'studio@example.com',
  password: 'correct horse',
  fromAddress: 'studio@example.com',
};
const { password: _, ...SHOWN } = SERVER;
const KEYS = { secretKey: 'sk_test_51Secret', publishableKey: 'pk_test_51Public', webhookSecret: 'whsec_a' };

const refused = () =>
  new MailNotSent({ code: 'auth_error', message: '535 Wrong password.', isPermanent: false, isRecipient: false });

/** A studio whose services note what they are asked. */
const opened = async (more: Partial<ServicesPort> = {}) => {
  const asked: unknown[] = [];
  const services: ServicesPort = {
    given: { mailServer: undefined, cardProcessor: false },
    tryMailServer: async (server) => void asked.push(['try', server]),
    async sendTest(server, to) {
      asked.push(['send', server?.host, to]);
      return '250 Ok';
    },
    tryProcessor: async (keys) => void asked.push(['keys', keys]),
    serveAgain: (why) => void asked.push(why),
    ...more,
  };
  const studio = await openStudio({ machine: fakeMachine({ services }).machine });
  const { headers: owner } = await signedIn(studio);
  return { studio, asked, owner };
};

describe('the mail server', () => {
  test('200 it is tried, sealed, and taken over; its password is never shown or written down', async () => {
    const { studio, asked, owner } = await opened();
    const none = { object: 'mail_server', source: null, canChange: true, host: null, hasPassword: false };
    expect((await studio.get('/manage/mail-server', owner)).body).toMatchObject(none);
    const set = await studio.send('PUT', '/manage/mail-server', SERVER, owner);
    const shown = { object: 'mail_server', source: 'console', canChange: true, ...SHOWN, hasPassword: true };
    expect([set.status, set.body]).toEqual([200, shown]);
    expect((await studio.get('/manage/mail-server', owner)).body).toEqual(shown);
    expect(asked).toEqual([['try', SERVER], 'another mail server']);
    const stored = studio.db.query('select * from "serviceSettings"').all();
    expect(JSON.stringify(stored)).not.toContain('correct horse');
    const [entry] = await entriesOf(studio, '&type=setMailServer');
    expect(JSON.stringify(entry)).not.toContain('correct horse');
    expect(await studio.delete('/manage/mail-server', owner)).toMatchObject({
      status: 200,
      body: none,
    });
    expect(asked.at(-1)).toBe('no mail server');
  });

  test('400 the stored password goes to no other server and for no other user', async () => {
    const { studio, asked, owner } = await opened();
    await studio.send('PUT', '/manage/mail-server', SERVER, owner);
    const put = async (change: object) => {
      const { status, body } = await studio.send('PUT', '/manage/mail-server', { ...SHOWN, ...change }, owner);
      return [status, body.error?.param ?? body.fromAddress];
    };
    expect(await put({ fromAddress: 'desk@example.com' })).toEqual([200, 'desk@example.com']);
    expect(await put({ host: 'mail.attacker.example' })).toEqual([400, 'password']);
    expect(await put({ user: 'else@example.com' })).toEqual([400, 'password']);
    expect(await put({ port: 587, security: 'starttls' })).toEqual([400, 'password']);
    const test = await studio.post('/manage/mail-server/test', { server: { ...SHOWN, host: 'other.example' } }, owner);
    expect([test.status, test.body.error.param]).toEqual([400, 'server.password']);
    expect(asked.filter((each) => Array.isArray(each))).toHaveLength(2);
    expect(await put({ host: 'mail.example.com:25' })).toEqual([400, 'host']);
    expect(await put({ host: 'a@b' })).toEqual([400, 'host']);
  });

  test('409 a server that refuses is not stored', async () => {
    const { studio, asked, owner } = await opened({ tryMailServer: () => Promise.reject(refused()) });
    const { status, body } = await studio.send('PUT', '/manage/mail-server', SERVER, owner);
    expect([status, body.error.code, body.error.details[0].code]).toEqual([409, 'mail_server_failed', 'auth_error']);
    expect((await studio.get('/manage/mail-server', owner)).body.source).toBeNull();
    expect(asked).toEqual([]);
  });

  test('200 a test goes to the address of the owner', async () => {
    const { studio, asked, owner } = await opened();
    const none = await studio.post('/manage/mail-server/test', {}, owner);
    expect([none.status, none.body.error.code]).toEqual([409, 'mail_not_set_up']);
    const { body } = await studio.post('/manage/mail-server/test', { server: SERVER }, owner);
    expect(body).toMatchObject({ isAccepted: true, problem: null, message: '250 Ok', action: null });
    expect(asked).toEqual([['send', 'mail.example.com', body.email]]);
    const { studio: other, owner: headers } = await opened({ sendTest: () => Promise.reject(refused()) });
    expect((await other.post('/manage/mail-server/test', { server: SERVER }, headers)).body).toMatchObject({
      isAccepted: false,
      problem: 'auth_error',
      message: '535 Wrong password.',
    });
  });

  test('429 after 20 tries in an hour', async () => {
    const { studio, owner } = await opened();
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count += 1) {
      statuses.add((await studio.post('/manage/mail-server/test', { server: SERVER }, owner)).status);
    }
    expect([...statuses]).toEqual([200]);
    expect((await studio.post('/manage/mail-server/test', { server: SERVER }, owner)).status).toBe(429);
  });

  test('409 what the settings of the server say wins', async () => {
    const { host, port, user, fromAddress } = SERVER;
    const mailServer = { host, port, security: 'tls', user, fromAddress } as const;
    const { studio, asked, owner } = await opened({ given: { mailServer, cardProcessor: true } });
    const shown = { source: 'environment', canChange: false, host, hasPassword: true };
    expect((await studio.get('/manage/mail-server', owner)).body).toMatchObject(shown);
    const { status, body } = await studio.send('PUT', '/manage/mail-server', SERVER, owner);
    expect([status, body.error.code]).toEqual([409, 'configured_elsewhere']);
    expect((await studio.post('/manage/mail-server/test', {}, owner)).body.isAccepted).toBe(true);
    const keys = await studio.send('PUT', '/manage/card-processor', KEYS, owner);
    expect([keys.status, keys.body.error.code]).toEqual([409, 'configured_elsewhere']);
    expect(asked).toHaveLength(1);
  });

  test('409 a sandbox has its own', async () => {
    const studio = await openStudio();
    const { headers } = await signedIn(studio);
    const { body } = await studio.get('/manage/mail-server', headers);
    expect(body).toMatchObject({ source: 'sandbox', canChange: false });
    expect((await studio.send('PUT', '/manage/mail-server', SERVER, headers)).body.error.code).toBe(
      'configured_elsewhere',
    );
  });
});

describe('the card processor', () => {
  test('200 its keys are tried, sealed, and taken over', async () => {
    const { studio, asked, owner } = await opened();
    const set = await studio.send('PUT', '/manage/card-processor', KEYS, owner);
    const shown = {
      object: 'card_processor',
      source: 'console',
      canChange: true,
      mode: 'test',
      publishableKey: KEYS.publishableKey,
      secretKeyEnd: 'cret',
      account: null,
      hasWebhookSecret: true,
    };
    expect([set.status, set.body]).toEqual([200, shown]);
    expect(asked).toEqual([['keys', { ...KEYS, account: null }], 'another card processor']);
    const { publishableKey } = KEYS;
    const kept = await studio.send('PUT', '/manage/card-processor', { publishableKey, account: 'acct_1' }, owner);
    expect(kept.body).toEqual({ ...shown, account: 'acct_1' });
    const gone = await studio.delete('/manage/card-processor', owner);
    expect([gone.status, gone.body.source, asked.at(-1)]).toEqual([200, null, 'no card processor']);
  });

  test('400 and 503 keys that do not work are not stored', async () => {
    let failure = new ProcessorFailure('unauthorized', 'Invalid API Key provided.');
    const { studio, asked, owner } = await opened({ tryProcessor: () => Promise.reject(failure) });
    const put = async (keys: object) => {
      const { status, body } = await studio.send('PUT', '/manage/card-processor', keys, owner);
      return [status, body.error.code, body.error.param];
    };
    expect(await put(KEYS)).toEqual([400, 'parameter_invalid', 'secretKey']);
    failure = new ProcessorFailure('not_found', 'No such account.');
    expect(await put({ ...KEYS, account: 'acct_1' })).toEqual([400, 'parameter_invalid', 'account']);
    failure = new ProcessorFailure('unavailable', 'Timed out.');
    expect(await put(KEYS)).toEqual([503, 'processor_unavailable', undefined]);
    expect(await put({ ...KEYS, publishableKey: 'pk_live_1' })).toEqual([400, 'parameter_invalid', 'publishableKey']);
    expect(await put({ publishableKey: KEYS.publishableKey })).toEqual([400, 'parameter_missing', 'secretKey']);
    expect(await put({ ...KEYS, secretKey: 'pk_test_1' })).toEqual([400, 'parameter_invalid', 'secretKey']);
    expect((await studio.get('/manage/card-processor', owner)).body.source).toBeNull();
    expect(asked).toEqual([]);
  });
});

test('403 only owners see and set them up: no other role, and no key without a person', async () => {
  const { studio, asked } = await opened();
  const manager = (await signedIn(studio, { role: 'manager' })).headers;
  for (const path of ['/manage/mail-server', '/manage/card-processor']) {
    const body = path === '/manage/mail-server' ? SERVER : KEYS;
    expect((await studio.get(path, manager)).status).toBe(403);
    expect((await studio.send('PUT', path, body, manager)).status).toBe(403);
    expect((await studio.delete(path, manager)).status).toBe(403);
    // The key of the studio has every scope.
    expect((await studio.send('PUT', path, body)).status).toBe(403);
    expect((await studio.delete(path)).status).toBe(403);
  }
  expect((await studio.post('/manage/mail-server/test', { server: SERVER }, manager)).status).toBe(403);
  expect((await studio.post('/manage/mail-server/test', { server: SERVER })).status).toBe(403);
  expect(asked).toEqual([]);
});
