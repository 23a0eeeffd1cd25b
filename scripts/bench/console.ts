// Measures the console as the desk of a large business sees it, in a real browser: from a key to what it shows.
// bun scripts/bench/console.ts --help

import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { launchBrowser } from '../../test/browser/launch.ts';
import { zoneAtNoon } from '../../test/helpers/zone-at-noon.ts';
import { firstLoadOf, measureCheckIns, measurePages, measureSearches, openDesk } from './console-desk.ts';
import { LINES, measureFirstContents, measureToday } from './console-phone.ts';
import { type Known, make } from './prepare.ts';
import { type Served, serviceCommand, startService } from './processes.ts';
import { median } from './rounds.ts';
import { measureStart } from './start-up.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    clients: { type: 'string' },
    rounds: { type: 'string' },
    executable: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/bench/console.ts [--executable FILE] [--clients N] [--rounds N] [--quick] [--json]\n' +
      '  --clients  the clients of the business, with as many bookings; the default is 100000\n' +
      '  --rounds   how often each act is done; the default is 15\n' +
      '  --quick    few clients and rounds: shows that it works, not how fast it is',
  );
  process.exit(0);
}
const clients = Number(values.clients ?? (values.quick ? 500 : 100_000));
const rounds = Number(values.rounds ?? (values.quick ? 2 : 15));
const command = serviceCommand(values.executable);

/** Sends a request with the key of the business. @throws Error when it is refused. */
const send = async (service: Served, { key }: Known, path: string, body: object): Promise<Record<string, unknown>> => {
  const headers = { 'X-Service-API-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(service.rootUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};

/** Adds the owner, and a class that begins soon with somebody to check in for each round. Returns the owner's invitation. */
const makeDay = async (service: Served, known: Known): Promise<string> => {
  const { siteId, clientIds } = known.seeded;
  const startTime = isoInstant(systemClock.now() + 20 * MINUTE_MS);
  const session = { name: 'Morning Flow', siteId, startTime, durationMinutes: 60, capacity: 200 };
  const { id: sessionId } = await send(service, known, '/manage/sessions', session);
  for (const clientId of clientIds.slice(0, rounds + 5)) {
    const booking = { sessionId, clientId, requireCredit: false };
    await send(service, known, '/v2/bookings', booking);
  }
  const person = { firstName: 'Olivia', lastName: 'Grant', email: 'owner@bench.example', role: 'owner' };
  const { link } = await send(service, known, '/manage/staff/invitations', { person });
  return String(link);
};

interface Line {
  readonly what: string;
  readonly unit: 'ms' | 'kB' | 'MB';
  readonly value: number;
  readonly target: number;
}

const directory = await mkdtemp(join(tmpdir(), 'studiod-console-'));
const lines: Line[] = [];
const start = await measureStart(command, values.quick ? 1 : 5);
// Near midnight, the class that begins soon would be on the next day, which Today does not show.
const known = await make(command, directory, { clients, bookings: clients }, ['--timezone', zoneAtNoon()]);
const service = await startService(command, directory);
const browser = await launchBrowser();
try {
  const desk = await openDesk(browser, await makeDay(service, known));
  const searches = known.seeded.searches.map((text) => text.slice(0, 3).toLowerCase()).slice(0, rounds);
  lines.push(
    {
      what: 'from a press on Check in to "Here"',
      unit: 'ms',
      value: median(await measureCheckIns(desk, rounds)),
      target: 50,
    },
    {
      what: 'from the third letter to the found',
      unit: 'ms',
      value: median(await measureSearches(desk, searches)),
      target: 120,
    },
  );
  for (const [page, times] of Object.entries(await measurePages(desk, rounds))) {
    lines.push({ what: `a warm change to ${page}`, unit: 'ms', value: median(times), target: 200 });
  }
  lines.push({ what: 'the first load, compressed', unit: 'kB', value: await firstLoadOf(desk), target: 250 });
  const [slow] = LINES;
  const today = await measureToday(desk.page, service.rootUrl, slow, rounds);
  lines.push(
    { what: 'the first contents of Today, slow 4G', unit: 'ms', value: median(today.first), target: 1_500 },
    { what: 'the same with the files at hand', unit: 'ms', value: median(today.firstAgain), target: 1_000 },
  );
  for (const line of LINES) {
    const times = await measureFirstContents(browser, service.rootUrl, line, rounds);
    lines.push({
      what: `the first contents of /book, ${line.name}`,
      unit: 'ms',
      value: median(times),
      target: 1_000,
    });
  }
} finally {
  await browser.close();
  await service.stop();
  await rm(directory, { recursive: true, force: true });
}
lines.push(
  { what: 'ready after a cold start', unit: 'ms', value: start.readyMs, target: 100 },
  { what: 'idle memory', unit: 'MB', value: start.megabytes, target: 80 },
);

if (values.json) console.log(JSON.stringify({ clients, rounds, lines }));
else {
  console.log(`${clients.toLocaleString('en-US')} clients; ${cpus()[0]?.model ?? ''}; medians of ${rounds}\n`);
  console.log('| what | studiod | target | |\n|---|---|---|---|');
  for (const { what, unit, value, target } of lines) {
    const met = value <= target ? 'met' : 'missed';
    console.log(`| ${what} | ${value.toFixed(0)} ${unit} | ${target} ${unit} | ${met} |`);
  }
}
