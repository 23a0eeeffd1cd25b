// Compares bookings on a server that writes mails with bookings on one that writes none: bun scripts/bench/mail.ts

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailServer } from '../../test/helpers/smtp.ts';
import { processFile, root } from './processes.ts';
import { median } from './rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    bookings: { type: 'string', default: '600' },
    executable: { type: 'string' },
  },
});
const [ROUNDS, BOOKINGS] = [Number(values.rounds), Number(values.bookings)];
const CANCELLED = 200;
const AT_ONCE = 8;
const CLIENTS = 200;
const DAY_MS = 86_400_000;

const directory = mkdtempSync(join(tmpdir(), 'studiod-mail-'));
const command = values.executable === undefined ? [process.execPath, join(root, 'src/main.ts')] : [values.executable];

interface Server {
  readonly pid: number;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: { id: string; count?: number } }>;
  stop(): Promise<unknown>;
}

const start = async (name: string, environment: Record<string, string>): Promise<Server> => {
  const env = { ...process.env, ...environment };
  const data = ['--data', join(directory, name)];
  const child = Bun.spawn([...command, 'serve', '--json', '--port', '0', ...data], {
    env,
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const reader = child.stdout.getReader();
  const { rootUrl } = JSON.parse(new TextDecoder().decode((await reader.read()).value));
  const made = Bun.spawnSync([...command, 'key', 'create', '--tier', 'unlimited', ...data], { env, stderr: 'ignore' });
  const headers = { 'x-service-api-key': made.stdout.toString().trim(), 'content-type': 'application/json' };
  return {
    pid: child.pid,
    async call(method, path, body) {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(rootUrl + path, init);
      return { status: response.status, body: (await response.json()) as { id: string } };
    },
    stop() {
      child.kill('SIGTERM');
      return child.exited;
    },
  };
};

/** The processor time of a process so far, in milliseconds. */
const processorTime = (pid: number): number => {
  const text = processFile(pid, 'stat');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Does work for each item, a few at a time. */
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> => {
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
};

const requireSuccess = ({ status, body }: { status: number; body: object }): void => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
};

interface Side {
  readonly server: Server;
  readonly clients: readonly string[];
  session(capacity: number): Promise<string>;
}

const prepare = async (server: Server): Promise<Side> => {
  const { body: sites } = await server.call('GET', '/v2/sites');
  const siteId = (sites as unknown as { data: { id: string }[] }).data[0]?.id;
  const clients: string[] = [];
  await each([...Array(CLIENTS).keys()], async (index) => {
    const person = { firstName: 'Client', lastName: `No${index}`, email: `client${index}@domain${index % 10}.com` };
    const made = await server.call('POST', '/v2/clients', person);
    requireSuccess(made);
    clients.push(made.body.id);
  });
  let day = 2;
  return {
    server,
    clients,
    async session(capacity) {
      day += 1;
      const startTime = new Date(Date.now() + day * DAY_MS).toISOString();
      const session = { name: 'Flow', type: 'class', siteId, capacity, durationMinutes: 60, startTime };
      const made = await server.call('POST', '/manage/sessions', session);
      requireSuccess(made);
      return made.body.id;
    },
  };
};

/** The processor time of a booking, in milliseconds. */
const book = async ({ server, clients, session }: Side): Promise<number> => {
  const pairs: (readonly [clientId: string, sessionId: string])[] = [];
  for (let left = BOOKINGS; left > 0; left -= clients.length) {
    const sessionId = await session(CLIENTS);
    pairs.push(...clients.slice(0, left).map((clientId) => [clientId, sessionId] as const));
  }
  const before = processorTime(server.pid);
  await each(pairs, async ([clientId, sessionId]) =>
    requireSuccess(await server.call('POST', '/v2/bookings', { clientId, sessionId })),
  );
  return (processorTime(server.pid) - before) / pairs.length;
};

/** Waits until a server has nothing to do. */
const rest = async ({ server }: Side): Promise<void> => {
  for (let quiet = 0; quiet < 3; ) {
    const before = processorTime(server.pid);
    await Bun.sleep(300);
    quiet = processorTime(server.pid) - before <= 10 ? quiet + 1 : 0;
  }
};

/** The longest time of a read while a session with many bookings is cancelled and its mails are sent, in milliseconds. */
const cancel = async (side: Side): Promise<number> => {
  const { server, clients, session } = side;
  const sessionId = await session(CANCELLED);
  await each(clients.slice(0, CANCELLED), async (clientId) =>
    requireSuccess(await server.call('POST', '/v2/bookings', { clientId, sessionId })),
  );
  await rest(side);
  let [longest, isOver] = [0, false];
  const cancelling = server.call('POST', `/manage/sessions/${sessionId}/cancel`, {});
  void cancelling
    .then(() => Bun.sleep(4_000))
    .then(() => {
      isOver = true;
    });
  while (!isOver) {
    const begun = performance.now();
    requireSuccess(await server.call('GET', `/v2/clients/${clients[0]}`));
    longest = Math.max(longest, performance.now() - begun);
    await Bun.sleep(5);
  }
  requireSuccess(await cancelling);
  await rest(side);
  return longest;
};

const mails = await startMailServer();
const withMails = { STUDIOD_SMTP_URL: mails.url(), STUDIOD_MAIL_FROM: 'studio@example.com' };
const servers = [await start('without', {}), await start('with', withMails)] as const;
try {
  const sides = [await prepare(servers[0]), await prepare(servers[1])] as const;
  // The first round warms up.
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const times = [0, 0];
    for (const index of order) {
      const side = sides[index as 0 | 1];
      times[index] = await book(side);
      await rest(side);
    }
    const [without = 1, written = 0] = times;
    if (round > 0) ratios.push(written / without);
    console.log(`${without.toFixed(2)} ms a booking without mails, ${written.toFixed(2)} ms with mails`);
  }
  console.log(`with mails: ${median(ratios).toFixed(3)} times the processor time (at most 1.05)`);
  const longest = [await cancel(sides[0]), await cancel(sides[1])].map((time) => time.toFixed(0));
  console.log(
    `${CANCELLED} cancellations: the longest read took ${longest[0]} ms without, ${longest[1]} ms with mails`,
  );
  console.log(`${mails.arrived.length} mails arrived`);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await mails.close();
  rmSync(directory, { recursive: true, force: true });
}
