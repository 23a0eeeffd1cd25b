import { afterEach, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { createSmtp } from '../../../src/mail/smtp.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { until } from '../../helpers/process.ts';
import { startMailServer } from '../../helpers/smtp.ts';

// What becomes of messages with a real mail server, by a clock that is moved (messages.md "Sending").

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type ServerOptions = Parameters<typeof startMailServer>[0];

const open = async (options: ServerOptions = {}, user?: { user: string; password: string }) => {
  const server = await startMailServer(options);
  closing.push(server.close);
  const url = server.url(user);
  const studio = await openStudio({
    mail: createSmtp({ url, fromAddress: 'studio@example.com', extraCa: [], isPooled: true }),
  });
  closing.push(() => studio.app.stop());
  return { server, studio };
};

const pass = (studio: Studio, milliseconds = 1_000) => studio.time.moveTo(studio.time.now() + milliseconds);

/** Books a session in two days; its confirmation is due at once. Returns the id of the client. */
const book = async (studio: Studio, email: string): Promise<string> => {
  const clientId = await addClient(studio, { email });
  await addBooking(studio, clientId, await addSession(studio, { startsIn: 2 * DAY_MS }));
  return clientId;
};

const confirmations = (studio: Studio) =>
  studio.db
    .query(
      "select status, attempts, sentAt, toEmail, errorCode, errorMessage from messages where kind = 'booking_confirmed' order by id",
    )
    .all() as Record<string, string | number | null>[];

test('a server that takes everything gets each mail once', async () => {
  const { server, studio } = await open();
  for (const name of ['ann', 'bob', 'eve']) await book(studio, `${name}@example.com`);
  await pass(studio);
  await pass(studio, DAY_MS / 2);
  expect(server.arrived.map(({ to }) => to).sort()).toEqual(['ann@example.com', 'bob@example.com', 'eve@example.com']);
  expect(new Set(server.arrived.map(({ messageId }) => messageId)).size).toBe(3);
  expect(confirmations(studio).map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(['sent', 1]));
});

test('a slow domain delays no other domain, and no request', async () => {
  const slow = Promise.withResolvers<void>();
  const { server, studio } = await open({
    onRecipient: (address) => (address.endsWith('slow.example.com') ? { after: slow.promise } : undefined),
  });
  for (let index = 0; index < 3; index += 1) await book(studio, `a${index}@slow.example.com`);
  await book(studio, 'ann@example.com');
  // Without moving the clock, which waits for what is in progress.
  await until(() => server.arrived.length > 0);
  expect(server.arrived.map(({ to }) => to)).toEqual(['ann@example.com']);
  expect((await studio.get('/v2/bookings')).status).toBe(200);
  slow.resolve();
  await pass(studio);
  expect(server.arrived).toHaveLength(4);
}, 30_000);

test('greylisting: a recipient that is refused for a while gets the mail a minute later', async () => {
  const seen = new Set<string>();
  const { server, studio } = await open({
    onRecipient(address) {
      if (seen.has(address)) return undefined;
      seen.add(address);
      return { refuse: [451, '4.7.1 Greylisted, try again later'] };
    },
  });
  await book(studio, 'ann@example.com');
  await pass(studio);
  expect(confirmations(studio)).toMatchObject([
    { status: 'scheduled', errorCode: 'deferred', errorMessage: expect.stringContaining('Greylisted') },
  ]);
  await pass(studio, 59_000);
  expect(server.arrived.map(({ to }) => to)).toEqual(['ann@example.com']);
  expect(confirmations(studio)).toMatchObject([
    { status: 'sent', attempts: 2, sentAt: '2026-03-02T08:01:00.000Z', errorCode: null },
  ]);
});

test.each<[string, ServerOptions, string, { user: string; password: string } | null]>([
  ['a server that refuses for a while', { onMail: () => ({ refuse: [452, 'Out of space'] }) }, 'deferred', null],
  ['a server that breaks off in the middle of a mail', { breaksOff: () => true }, 'connect_error', null],
  [
    'a wrong password',
    { account: { user: 'studio', password: 'secret' } },
    'auth_error',
    { user: 'studio', password: 'wrong' },
  ],
  ['a certificate that is not trusted', { tls: 'starttls' }, 'tls_error', null],
])(
  '%s is tried again after 1, 5 and 30 minutes, 2 and 6 hours, then given up',
  async (_, options, code, user) => {
    const { server, studio } = await open(options, user ?? undefined);
    await book(studio, 'ann@example.com');
    const attempts = () => confirmations(studio).map(({ attempts: count, status }) => [count, status]);
    await pass(studio);
    for (const [index, wait] of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS].entries()) {
      expect(attempts()).toEqual([[index + 1, 'scheduled']]);
      // A second before the next attempt; the first one came within the second that has passed.
      await pass(studio, wait - 2_000);
      expect(attempts()).toEqual([[index + 1, 'scheduled']]);
      await pass(studio, 2_000);
    }
    expect(attempts()).toEqual([[6, 'failed']]);
    expect(confirmations(studio)).toMatchObject([{ errorCode: code }]);
    expect(server.arrived).toEqual([]);
    expect(studio.db.query("select 1 from queueJobs where queue = 'mail' and attempt > 0").all()).toEqual([]);
    expect(studio.count('mailAddresses')).toBe(0);
  },
  60_000,
);

test('a server that breaks off once gets the mail once', async () => {
  let breaks = 1;
  const { server, studio } = await open({ breaksOff: () => breaks-- > 0 });
  await book(studio, 'ann@example.com');
  await pass(studio, 2 * MINUTE_MS);
  expect(server.arrived.map(({ to }) => to)).toEqual(['ann@example.com']);
  expect(confirmations(studio)).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

test('an address that is refused for good three times in a row bounces, and gets mails again once it is changed', async () => {
  const { server, studio } = await open({
    onRecipient: (address) => (address === 'gone@example.com' ? { refuse: [550, '5.1.1 No such user'] } : undefined),
  });
  const ann = await addClient(studio, { email: 'Gone@example.com' });
  const bookAgain = async () => {
    await addBooking(studio, ann, await addSession(studio, { startsIn: 2 * DAY_MS }));
    await pass(studio);
  };
  for (let count = 1; count <= 3; count += 1) {
    await bookAgain();
    expect(server.counts.recipients).toBe(count);
    expect(confirmations(studio).at(-1)).toMatchObject({ status: 'failed', attempts: 1, errorCode: 'refused' });
  }
  expect(studio.db.query('select email, refusals, bouncingSince, lastMessage from mailAddresses').all()).toEqual([
    {
      email: 'gone@example.com',
      refusals: 3,
      bouncingSince: expect.stringMatching(/^2026-03-02T08/),
      lastMessage: expect.stringContaining('No such user'),
    },
  ]);
  await bookAgain();
  await pass(studio, DAY_MS / 2);
  expect(server.counts.recipients).toBe(3);
  expect(confirmations(studio).at(-1)).toMatchObject({ status: 'skipped', errorCode: 'address_bounces' });
  await studio.given(studio.patch(`/v2/clients/${ann}`, { email: 'ann@example.com' }));
  await bookAgain();
  expect(server.arrived.map(({ to }) => to)).toEqual(['ann@example.com']);
});

test('two refusals and a mail that is taken are no bounce, and neither is a mail that is refused', async () => {
  let answer: readonly [number, string] | undefined = [550, 'No such user'];
  const { studio } = await open({
    onRecipient: (address) => (address === 'ann@example.com' && answer !== undefined ? { refuse: answer } : undefined),
    onMail: ({ to }) => (to === 'spam@example.com' ? { refuse: [554, 'This is spam'] } : undefined),
  });
  const [ann, spam] = [
    await addClient(studio, { email: 'ann@example.com' }),
    await addClient(studio, { email: 'spam@example.com' }),
  ];
  for (let count = 0; count < 5; count += 1) {
    answer = count === 2 ? undefined : [550, 'No such user'];
    for (const clientId of [ann, spam]) {
      await addBooking(studio, clientId, await addSession(studio, { startsIn: 2 * DAY_MS }));
    }
    await pass(studio);
  }
  expect(studio.db.query('select email, refusals, bouncingSince from mailAddresses').all()).toEqual([
    { email: 'ann@example.com', refusals: 2, bouncingSince: null },
  ]);
});
