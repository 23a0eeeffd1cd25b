import { afterAll, describe, expect, test } from 'bun:test';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { change, checkOf, wholeDirectories } from '../helpers/doctor.ts';
import { startServer, studiod, testFolder, testServer, until } from '../helpers/process.ts';
import { parsed, startMailServer, tlsFile } from '../helpers/smtp.ts';

const account = { user: 'studio', password: 'very secret' };
const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

const open = async (options?: Parameters<typeof startMailServer>[0]) => {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
};

const mailSettings = (url: string, extra: Record<string, string> = {}) => ({
  STUDIOD_SMTP_URL: url,
  STUDIOD_MAIL_FROM: 'studio@example.com',
  ...extra,
});

describe('studiod mail test', () => {
  const cwd = testFolder();
  const send = (env: Record<string, string>, ...words: string[]) =>
    studiod({ cwd, env }, 'mail', 'test', 'ada@example.com', ...words);

  test('0: sends a mail, and prints what the server said', async () => {
    const server = await open({ tls: 'starttls', account });
    const env = mailSettings(server.url(), { STUDIOD_SMTP_CA_FILE: tlsFile('loopback.pem') });
    const text = await send(env);
    expect(text).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/accepted the email: 250 /) });
    const { code, out } = await send(env, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { sent: true, answer: expect.stringMatching(/^250 /) }]);
    expect(text.out + out).not.toContain(account.password);
    const [mail] = server.arrived;
    if (mail === undefined) throw new Error('nothing arrived');
    expect(await parsed(mail)).toMatchObject({ subject: 'Test email from studiod' });
  });

  test.each<[string, Parameters<typeof startMailServer>[0], string, string, Record<string, string>]>([
    ['a certificate that is not trusted', { tls: 'implicit' }, 'tls_error', '--smtp-ca-file', {}],
    ['a wrong password', { account }, 'auth_error', 'Check the user and password', {}],
    [
      'a recipient that is refused',
      { onRecipient: () => ({ refuse: [550, 'No such user'] }) },
      'refused',
      'Check the address of the recipient',
      {},
    ],
    [
      'a mail that is too large',
      { onMail: () => ({ refuse: [552, 'Message size exceeds the limit'] }) },
      'refused',
      'The server rejects the email itself, for its size',
      {},
    ],
    [
      'a recipient that is put off',
      { onRecipient: () => ({ refuse: [451, 'Later'] }) },
      'deferred',
      'Try again in a few minutes',
      {},
    ],
  ])('1: says what is wrong, and what to do: %s', async (name, options, code, action) => {
    const server = await open(options);
    const url = name === 'a wrong password' ? server.url({ user: 'studio', password: 'wr0ng' }) : server.url();
    const text = await send(mailSettings(url));
    expect(text.code).toBe(1);
    expect(text.out).toContain(`(${code})`);
    expect(text.out).toContain(action);
    expect(text.out + text.err).not.toContain('wr0ng');
    const { out } = await send(mailSettings(url), '--json');
    expect(JSON.parse(out)).toMatchObject({ sent: false, code, action: expect.stringContaining(action) });
  });

  test('1: no connection', async () => {
    const { code, out } = await send(mailSettings('smtp://127.0.0.1:1'));
    expect([code, out]).toEqual([1, expect.stringContaining('Check the host and port')]);
  });

  test('1: a file of certificates that cannot be used', async () => {
    const env = mailSettings('smtp://127.0.0.1:1', { STUDIOD_SMTP_CA_FILE: 'missing.pem' });
    expect(await send(env)).toMatchObject({ code: 1, err: expect.stringContaining('--smtp-ca-file') });
  });
});

describe('doctor', () => {
  const { copy, examine } = wholeDirectories();

  test('says whether mails are set up, late and refused', async () => {
    const server = await open({ account });
    const directory = copy();
    expect(checkOf(await examine(directory), 'mail')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('No mail server is set up'),
    });
    const env = mailSettings(server.url());
    expect(checkOf(await examine(directory, [], env), 'mail')).toMatchObject({ status: 'ok', action: null });
    const wrong = mailSettings(server.url({ user: 'studio', password: 'wrong' }));
    expect(checkOf(await examine(directory, [], wrong), 'mail')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('auth_error'),
    });
    const half = { STUDIOD_SMTP_URL: server.url() };
    expect(checkOf(await examine(directory, [], half), 'mail')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('--mail-from'),
    });
    const [past, soon] = [-HOUR_MS, HOUR_MS].map((offset) => isoInstant(systemClock.now() + offset));
    const bounce = `insert into mailAddresses (email, refusals, lastMessage, bouncingSince, updatedAt)
      values ('gone@example.com', 3, '550 No such user', '${past}', '${past}')`;
    change(directory, bounce, `insert into queueJobs (queue, key, lane, dueAt) values ('mail', 'm1', 'x', '${soon}')`);
    expect(checkOf(await examine(directory, [], env), 'mail')).toMatchObject({
      status: 'warning',
      message: '1 address bounces and gets no emails.',
    });
    change(directory, `insert into queueJobs (queue, key, lane, dueAt) values ('mail', 'm2', 'x', '${past}')`);
    expect(checkOf(await examine(directory, [], env), 'mail').message).toStartWith(
      'An email has been waiting for 60 minutes.',
    );
    const faulty = `insert into queueJobs (queue, key, lane, dueAt, faults)
      values ('mail', 'm3', 'x', '${soon}', 2), ('webhooks', 'e1', 'w', '${soon}', 1)`;
    change(directory, faulty);
    const examined = await examine(directory, [], env);
    expect([checkOf(examined, 'mail'), checkOf(examined, 'webhooks')]).toMatchObject([
      {
        status: 'failed',
        message: expect.stringContaining('An error in studiod prevents emails from being sent (1).'),
      },
      { status: 'failed', message: expect.stringContaining('An error in studiod prevents webhook deliveries from') },
    ]);
  }, 60_000);
});

describe('serve', () => {
  const cwd = testFolder();

  test('2: refuses a mail server without a sender', async () => {
    const { code, err } = await studiod({ cwd }, 'serve', '--port', '0', '--smtp-url', 'smtp://127.0.0.1:1');
    expect([code, err]).toEqual([2, expect.stringContaining('--smtp-url needs --mail-from')]);
  });

  test('starts with a sender alone, and without a mail server nothing is written to anybody', async () => {
    const server = await startServer({ cwd }, 'serve', '--data', 'data', '--mail-from', 'studio@example.com');
    expect((await fetch(`${server.ready.rootUrl}/sandbox/mailbox`)).status).toBe(401);
    expect(await server.stop()).toBe(0);
  });
});

describe('the mailbox of a sandbox', () => {
  const server = testServer({}, 'sandbox', '--clock', 'fixed:2026-03-02T08:00:00Z');
  const get = (path: string, accept = 'application/json') =>
    fetch(`${server.ready.rootUrl}/sandbox/mailbox${path}`, { headers: { accept } });
  const book = async () => {
    const { clientId, sessionId } = server.ready;
    expect((await server.call('POST', '/v2/bookings', { clientId, sessionId })).status).toBe(201);
  };

  test('keeps mails: a list, each of them, raw, and as pages; a reset empties it', async () => {
    const { body: before } = await server.call('GET', '/sandbox/mailbox');
    expect(before).toMatchObject({ object: 'list', url: '/sandbox/mailbox', hasMore: false, data: [] });
    expect(await (await get('', 'text/html')).text()).toContain('No email yet');
    await book();
    const { body } = await server.call('GET', '/sandbox/mailbox?wait=10');
    expect(body.data).toMatchObject([{ object: 'sandbox_mail', sentAt: '2026-03-02T08:00:00.000Z', answer: null }]);
    const [{ id, subject, to }] = body.data;
    const { body: mail } = await server.call('GET', `/sandbox/mailbox/${id}`);
    expect(mail).toMatchObject({
      id,
      subject,
      to,
      html: expect.stringContaining('<html'),
      from: 'studio@sandbox.example',
    });
    const raw = await get(`/${id}/raw`);
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
    const message = await parsed({ raw: Buffer.from(await raw.arrayBuffer()).toString('latin1') });
    expect(message).toMatchObject({ subject, date: new Date('2026-03-02T08:00:00.000Z') });
    const list = await get('', 'text/html');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await list.text()).toContain(`href="/sandbox/mailbox/${id}"`);
    const page = await (await get(`/${id}`, 'text/html')).text();
    expect(page).toContain(`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src=`);
    const framed = await get(`/${id}/html`, 'text/html');
    expect(await framed.text()).toStartWith('<!doctype html');
    expect(framed.headers.get('content-security-policy')).toContain('; sandbox allow-popups');
    expect((await get('/mail_99')).status).toBe(404);
    expect((await get('?limit=0')).status).toBe(400);
    expect(server.ready.mailbox).toBe(`${server.ready.rootUrl}/sandbox/mailbox`);
    expect((await server.call('POST', '/sandbox/reset')).status).toBe(200);
    expect((await server.call('GET', '/sandbox/mailbox')).body.data).toEqual([]);
    await book();
    expect((await server.call('GET', '/sandbox/mailbox?wait=10')).body.data).toHaveLength(1);
    expect((await server.call('DELETE', '/sandbox/mailbox')).body).toEqual({
      object: 'sandbox_mailbox',
      deleted: true,
    });
    expect((await server.call('GET', '/sandbox/mailbox')).body.data).toEqual([]);
  });

  test('a sandbox with a mail server sends them as well', async () => {
    const mails = await open();
    const other = await startServer({ cwd: server.cwd, env: mailSettings(mails.url()) }, 'sandbox');
    const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
    const { body: client } = await other.call('POST', '/v2/clients', ann);
    const booking = { clientId: client.id, sessionId: other.ready.sessionId };
    expect((await other.call('POST', '/v2/bookings', booking)).status).toBe(201);
    await until(() => mails.arrived.length > 0);
    await until(async () => (await other.call('GET', '/sandbox/mailbox')).body.data[0]?.answer !== null);
    const [kept] = (await other.call('GET', '/sandbox/mailbox')).body.data;
    expect(kept).toMatchObject({ from: 'studio@example.com', answer: expect.stringMatching(/^250 /) });
    expect(mails.arrived).toMatchObject([{ to: kept.to, from: 'studio@example.com' }]);
    expect(await other.stop()).toBe(0);
  });
});
