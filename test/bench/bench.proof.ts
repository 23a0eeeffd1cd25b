import { expect, test } from 'bun:test';
import { browserPath } from '../browser/path.ts';
import { run } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

/** Runs a benchmark, of the source and with `--json`. Returns what it has printed. */
const figuresOf = async (script: 'bench' | 'rush' | 'console', ...words: string[]): Promise<unknown> => {
  const { out, err, code } = await run(
    { cwd: root },
    process.execPath,
    `scripts/bench/${script}.ts`,
    ...words,
    '--json',
  );
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};

const names = [
  'one',
  'expanded',
  'search',
  'create',
  'book',
  'check-in',
  'content-list',
  'content-search',
  'playback',
  'heartbeat',
];

// It says nothing of speed: it holds that the benchmark runs, and that its floor answers what the service answers.
test('a quick benchmark measures reads and writes against a floor that answers the same records', async () => {
  const asked = ['--quick', '--clients', '500', '--seconds', '0.1', '--only', names.join()];
  const { details } = (await figuresOf('bench', ...asked)) as {
    details: Record<string, { detail: { ratio: number } }>;
  };
  const { 'peak-memory': memory, ...measured } = details;
  expect(Object.keys(measured)).toEqual(names);
  for (const { detail } of Object.values(measured)) expect(detail.ratio).toBeGreaterThan(0);
  const peaks = memory?.detail as unknown as { name: string; service: number }[];
  expect(peaks.map(({ name }) => name)).toEqual(names);
  if (process.platform === 'linux') expect(Math.min(...peaks.map(({ service }) => service))).toBeGreaterThan(0);
}, 600_000);

test('a quick benchmark measures reads while a file is sent, and beside other work', async () => {
  const works = ['beside-backup', 'beside-import', 'beside-upload'] as const;
  const only = ['streaming', ...works].join();
  const asked = ['--quick', '--clients', '500', '--seconds', '0.1', '--only', only];
  interface Side {
    readonly slowdown: number;
    readonly megabytesPerSecond: number;
  }
  interface Details extends Record<(typeof works)[number], { readonly detail: { readonly slowdown: number } }> {
    readonly streaming: { readonly detail: Record<'floor' | 'service', Side> };
  }
  const { details } = (await figuresOf('bench', ...asked)) as { details: Details };
  const { streaming } = details;
  for (const work of works) expect(details[work].detail.slowdown).toBeGreaterThan(0);
  for (const { slowdown, megabytesPerSecond } of Object.values(streaming.detail)) {
    expect(slowdown).toBeGreaterThan(0);
    expect(megabytesPerSecond).toBeGreaterThan(0);
  }
}, 600_000);

test('a small rush leaves the seats exact, and refuses only who finds no place', async () => {
  const [measure] = (await figuresOf('rush', '--quick', '--rates', '100')) as {
    answers: Record<string, number>;
    backups: number;
  }[];
  const { confirmed = 0, waitlisted = 0, waitlist_full = 0, booking_overlap = 0, ...others } = measure?.answers ?? {};
  expect(others).toEqual({});
  expect(confirmed + waitlisted + waitlist_full + booking_overlap).toBe(200);
  expect(waitlisted).toBeGreaterThan(0);
  expect(measure?.backups).toBeGreaterThan(0);
}, 600_000);

test.if(browserPath() !== undefined)(
  'a quick run at the desk measures each act and page of the console',
  async () => {
    const { lines } = (await figuresOf('console', '--quick')) as { lines: { what: string; value: number }[] };
    expect(lines.map(({ what }) => what)).toEqual([
      'from a press on Check in to "Here"',
      'from the third letter to the found',
      ...['Today', 'Calendar', 'Clients', 'Sell', 'Schedule'].map((page) => `a warm change to ${page}`),
      'the first load, compressed',
      'the first contents of Today, slow 4G',
      'the same with the files at hand',
      ...['slow 4G', 'slow 3G'].map((network) => `the first contents of /book, ${network}`),
      'ready after a cold start',
      'idle memory',
    ]);
    const times = lines.filter(({ what }) => what !== 'idle memory' || process.platform === 'linux');
    expect(times.filter(({ value }) => !(value > 0))).toEqual([]);
  },
  600_000,
);
