// Compares a large business with a small one: each request should cost at most twice as much processor time.
// bun scripts/bench/growth.ts --help

import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopwatch } from '../../src/kernel/clock.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import type { Plan } from './load.ts';
import { DATABASE, type Known, make } from './prepare.ts';
import { runVerb, type Served, serviceCommand, startLoad, startService } from './processes.ts';
import { type Length, median, once, type Request, requireStatus } from './rounds.ts';
import { scenarios } from './scenarios.ts';
import type { Seeded, Size } from './seed.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    clients: { type: 'string' },
    bookings: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string' },
    'skip-backups': { type: 'boolean', default: false },
    executable: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/bench/growth.ts [--clients N] [--bookings N] [--keep DIR] [--executable FILE] [--only TEXT]\n' +
      '       [--skip-backups] [--quick] [--json]\n' +
      '  --clients, --bookings  size of the large business; the default is 5000000 and 20000000 (22 GB)\n' +
      '  --only TEXT            measures only what has this text in its title\n' +
      '  --skip-backups         makes and verifies no backup, for which there must be as much space again\n' +
      '  --keep                 keeps the generated data in DIR and uses it again the next time',
  );
  process.exit(0);
}
const quick = values.quick;
const large: Size = {
  clients: Number(values.clients ?? (quick ? 5_000 : 5_000_000)),
  bookings: Number(values.bookings ?? (quick ? 20_000 : 20_000_000)),
};
const small: Size = { clients: quick ? 1_000 : 100_000, bookings: quick ? 4_000 : 400_000 };
const rounds: Length & { count: number } = { count: quick ? 1 : 3, warmup: 0, seconds: quick ? 0.2 : 1.5 };
/** Long enough to read the rows of the sample: what a business works with is in memory, the whole file is not. */
const warmup: Length = { ...rounds, seconds: quick ? 0.2 : 6 };
/** So many clients and bookings are asked for. More would measure how fast the disk reads random pages. */
const SAMPLE = 300;
const AT_MOST = 2;
/** The file beside kept data that has the number of requests of each path. */
const MADE = 'made.json';

const get = (path: string, pools: Plan['pools'] = {}): Request => ({ method: 'GET', path, pools });
const page = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}limit=20`;

/** What is measured beside the scenarios of the benchmark: each list in the ways in which a studio asks for it. */
const lists: Readonly<Record<string, (seeded: Seeded) => Request>> = {
  'last page of clients': ({ deepClientId }) => get(`/v2/clients?limit=20&starting_after=${deepClientId}`),
  'timetable from now': () => get(page(`/v2/sessions?start_time_gte=${new Date().toISOString()}`)),
  'sessions that are scheduled': () => get(page('/v2/sessions?status=scheduled')),
  'bookings of a client': ({ clientIds }) => get(page('/v2/bookings?client_id={client}'), { client: clientIds }),
  'bookings of a session': ({ openSessionIds }) =>
    get(page('/v2/bookings?session_id={session}'), { session: openSessionIds }),
  'bookings that are confirmed': () => get(page('/v2/bookings?status=confirmed')),
  'bookings of two days': () => {
    const [to, from] = [-2, -4].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    return get(page(`/v2/bookings?from=${from}&to=${to}`));
  },
  'latest bookings': () => get(page('/v2/bookings')),
};
const names = ['one', 'list-10', 'list-100', 'expanded', 'search', 'create', 'book', 'book-1'];
const measured = [
  ...scenarios
    .filter(({ name }) => names.includes(name))
    .map(({ title, expected, plan, connections }) => ({ title, expected, plan, connections })),
  ...Object.entries(lists).map(([title, plan]) => ({ title, expected: 200, plan, connections: 32 })),
].filter(({ title }) => title.includes(values.only ?? ''));

const say = (text: string): void => console.error(text);
const seconds = (startedAt: number): number => (stopwatch() - startedAt) / 1000;
const command = serviceCommand(values.executable);
const base = values.keep === undefined ? await mkdtemp(join(tmpdir(), 'studiod-growth-')) : resolve(values.keep);

interface Side {
  readonly directory: string;
  readonly known: Known;
  readonly service: Served;
  /** From the start of the process to its first response, in seconds. A kept older database is migrated meanwhile. */
  readonly start: number;
  /** The first k of the next plan, by request. */
  readonly next: Map<string, number>;
}

const open = async (size: Size): Promise<Side> => {
  const directory = join(base, `${size.clients}-${size.bookings}`);
  const knownFile = join(directory, 'seeded.json');
  if (!existsSync(knownFile)) {
    const startedAt = stopwatch();
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    await Bun.write(knownFile, JSON.stringify(await make(command, directory, size)));
    say(`seeded ${size.clients} clients and ${size.bookings} bookings in ${seconds(startedAt).toFixed(0)} s`);
  }
  const { key, seeded } = (await Bun.file(knownFile).json()) as Known;
  const clientIds = seeded.clientIds.slice(0, SAMPLE);
  const bookingIds = seeded.bookingIds.slice(0, SAMPLE);
  const known = { key, seeded: { ...seeded, clientIds, bookingIds } };
  const startedAt = stopwatch();
  const service = await startService(command, directory);
  await fetch(`${service.rootUrl}/v2/health`);
  const answeredAt = stopwatch();
  // Kept data has the clients and bookings that earlier runs made.
  const madeFile = join(directory, MADE);
  const made = existsSync(madeFile) ? ((await Bun.file(madeFile).json()) as Record<string, number>) : {};
  const next = new Map(
    measured.map(({ plan }) => plan(known.seeded).path).map((path) => [`${service.port} ${path}`, made[path] ?? 0]),
  );
  return { directory, known, service, start: (answeredAt - startedAt) / 1000, next };
};

const load = startLoad();
/** The processor time of one request in microseconds. */
const costOf = async (
  side: Side,
  { title, expected, plan, connections }: (typeof measured)[number],
  during: Length = rounds,
) => {
  const { directory, service, known, next } = side;
  const one = { service, load, key: known.key, next };
  const { measure, cpu } = await once(one, service, plan(known.seeded), connections, during);
  const made = [...next].map(([key, count]) => [key.slice(key.indexOf(' ') + 1), count]);
  await Bun.write(join(directory, MADE), JSON.stringify(Object.fromEntries(made)));
  requireStatus(measure, expected, title);
  return cpu;
};

/** How long a verb takes; undefined when it is skipped. */
const verbSeconds = async (side: Side, ...args: readonly string[]): Promise<number | undefined> => {
  if (values['skip-backups']) return undefined;
  const startedAt = stopwatch();
  await runVerb(command, ...args, '--data', side.directory, '--json');
  return seconds(startedAt);
};

const took = (duration: number | undefined): string => (duration === undefined ? '-' : `${duration.toFixed(1)} s`);

const sides: Side[] = [];
try {
  for (const size of [small, large]) sides.push(await open(size));
  const [less, more] = sides as [Side, Side];
  const results: { title: string; small: number; large: number; ratio: number }[] = [];
  for (const each of measured) {
    // Warm up, so that the code is compiled and the file is in memory.
    for (const side of sides) await costOf(side, each, warmup);
    const costs = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds.count; round += 1) {
      costs.small.push(await costOf(less, each));
      costs.large.push(await costOf(more, each));
    }
    const [few, many] = [median(costs.small), median(costs.large)];
    const ratio = median(costs.large.map((cost, round) => cost / (costs.small[round] as number)));
    results.push({ title: each.title, small: few, large: many, ratio });
    say(`${each.title}: ${few.toFixed(0)} us, ${many.toFixed(0)} us: ${ratio.toFixed(2)}`);
  }
  const runs: {
    readonly bytes: number;
    readonly start: number;
    readonly backup: number | undefined;
    readonly verify: number | undefined;
  }[] = [];
  for (const side of sides) {
    const backup = await verbSeconds(side, 'backup', 'create');
    const verify = await verbSeconds(side, 'backup', 'verify');
    runs.push({ bytes: statSync(join(side.directory, DATABASE)).size, start: side.start, backup, verify });
    await rm(join(side.directory, 'backups'), { recursive: true, force: true });
  }
  if (values.json) console.log(JSON.stringify({ small, large, results, runs }, null, 2));
  else {
    const number = (count: number): string => count.toLocaleString('en-US');
    console.log(
      `| processor time | ${number(small.clients)} clients, ${number(small.bookings)} bookings | ` +
        `${number(large.clients)}, ${number(large.bookings)} | ratio | at most ${AT_MOST} |\n|---|---|---|---|---|`,
    );
    for (const { title, small: few, large: many, ratio } of results) {
      const met = ratio <= AT_MOST ? 'met' : 'missed';
      console.log(`| ${title} | ${few.toFixed(0)} us | ${many.toFixed(0)} us | ${ratio.toFixed(2)} | ${met} |`);
    }
    for (const [title, show] of [
      ['size of the file', ({ bytes }: (typeof runs)[number]) => `${(bytes / 1e6).toFixed(0)} MB`],
      ['start', ({ start }: (typeof runs)[number]) => took(start)],
      ['backup create, with its check', ({ backup }: (typeof runs)[number]) => took(backup)],
      ['backup verify', ({ verify }: (typeof runs)[number]) => took(verify)],
    ] as const) {
      console.log(`| ${title} | ${runs.map(show).join(' | ')} | | |`);
    }
  }
} finally {
  await Promise.all([load.stop(), ...sides.map(({ service }) => service.stop())]);
  if (values.keep === undefined) await rm(base, { recursive: true, force: true });
}
