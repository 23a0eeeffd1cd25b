// Leaderboards and challenges with very many members: what a request costs, and whether the end of a challenge delays others.
// bun scripts/bench/ranks.ts [--members N] [--executable FILE] [--quick]

import type { Database } from 'bun:sqlite';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Tx } from '../../src/database/database.ts';
import { Store } from '../../src/database/store.ts';
import { isoInstant, pause, stopwatch, systemClock } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { addScore } from '../../src/records/ranks.ts';
import { Challenge, ChallengeEnrollment } from '../../src/resources/challenges/record.ts';
import { Leaderboard, LeaderboardPeriod } from '../../src/resources/leaderboards/record.ts';
import { storeScore } from '../../src/resources/leaderboards/scores/scores.ts';
import type { Plan } from './load.ts';
import { DATABASE, make } from './prepare.ts';
import { type Served, serviceCommand, startLoad, startService } from './processes.ts';
import { median } from './rounds.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    members: { type: 'string' },
    executable: { type: 'string' },
  },
});
const members = Number(values.members ?? (values.quick ? 400 : 100_000));
const rounds = values.quick ? { count: 1, seconds: 0.2 } : { count: 3, seconds: 1 };
const AT_MOST_MS = { request: 2, stretch: 50 };

const say = (text: string): void => console.error(text);
const command = serviceCommand(values.executable);
const directory = await mkdtemp(join(tmpdir(), 'studiod-ranks-'));
const open = (): Database => openDatabase(join(directory, DATABASE));
const { key, seeded } = await make(command, directory, { clients: members, bookings: 100 });
const keyHeader = { 'X-Service-API-Key': key };

/** What `work` finds in the database. A server does not start while another process has it open. */
const look = <Result>(work: (db: Database) => Result): Result => {
  const db = open();
  try {
    return work(db);
  } finally {
    db.close();
  }
};

const created = async (service: Served, path: string, body: object): Promise<{ id: string }> => {
  const headers = { ...keyHeader, 'Content-Type': 'application/json' };
  const response = await fetch(service.rootUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
};

/** A leaderboard of all visits, and a challenge. */
const createBoth = async (service: Served) => {
  const date = (days: number): string => isoInstant(systemClock.now() + days * DAY_MS).slice(0, 10);
  const board = { name: 'Visits', rankBy: 'attendance', periodType: 'all_time' };
  const challenge = { title: 'Spring', type: 'attendance', pointsRules: { perAttendance: 10 } };
  const { id: boardId } = await created(service, '/manage/leaderboards', board);
  const dates = { startDate: date(-2), endDate: date(2) };
  const { id: challengeId } = await created(service, '/manage/challenges', { ...challenge, ...dates });
  await created(service, `/manage/challenges/${challengeId}/publish`, {});
  // A new leaderboard looks for old visits of every client.
  while (look((db) => db.query('select 1 from "unfinishedChanges"').get() !== null)) await pause(100);
  return { boardId, challengeId };
};

type Made = Awaited<ReturnType<typeof createBoth>>;

/** Gives every client a number of visits on the leaderboard, and an enrolment with as many points in the challenge. */
const fill = async (db: Database, { boardId, challengeId }: Made): Promise<void> => {
  const store = new Store(db, systemClock, createIds(systemClock, systemRandom()));
  db.run('PRAGMA synchronous = OFF');
  const board = Leaderboard.rows.find(store.view(), boardId);
  const period = db.query<{ id: string }, []>('select "id" from "leaderboardPeriods"').get();
  const row = period === null ? undefined : LeaderboardPeriod.rows.find(store.view(), period.id);
  if (board === undefined || row === undefined) throw new Error('there is no leaderboard with a period');
  const clients = db.query<{ id: string }, []>('select "id" from "clients" order by "id"').all();
  const one = (tx: Tx, clientId: string, index: number): void => {
    const points = (index * 7919) % 500;
    storeScore(tx, board, row, { clientId, part: 'ranked', division: '' }, { amount: points + 1, achievedAt: tx.now });
    const enrolled = { challengeId, clientId, status: 'enrolled', enrolledAt: tx.now } as const;
    const enrollment = ChallengeEnrollment.make(tx, {}, { ...enrolled, spans: JSON.stringify([[tx.now, null]]) });
    ChallengeEnrollment.rows.insert(tx, { ...enrollment, pointsTotal: points, attendancePoints: points });
    addScore(tx, challengeId, points);
  };
  for (let from = 0; from < clients.length; from += 5_000) {
    await store.write((tx) => {
      for (const [index, { id }] of clients.slice(from, from + 5_000).entries()) one(tx, id, from + index);
    });
  }
  await store.write((tx) => {
    Challenge.rows.update(tx, challengeId, { participantCount: clients.length });
  });
};

const load = startLoad();
let next = 0;
/** The processor time of one request in microseconds. */
const costOf = async (service: Served, request: Pick<Plan, 'path' | 'method' | 'pools'> & Partial<Plan>) => {
  const costs: number[] = [];
  for (let round = 0; round <= rounds.count; round += 1) {
    const before = service.cpuSeconds();
    const first = next;
    const result = await load.run({
      ...request,
      port: service.port,
      headers: { ...keyHeader, ...request.headers },
      connections: 8,
      first,
      warmup: 0,
      seconds: rounds.seconds,
    });
    next = result.next;
    const others = Object.keys(result.statuses).filter((status) => !['200', '201'].includes(status));
    if (others.length > 0) throw new Error(`${request.path} answered ${JSON.stringify(result.statuses)}`);
    // The first round warms up.
    if (round > 0) costs.push(((service.cpuSeconds() - before) / (next - first)) * 1e6);
  }
  return median(costs);
};

/** Each is the first one of its client. */
const checkIn = {
  method: 'POST' as const,
  path: '/v2/checkins',
  pools: { visitor: seeded.visitorIds },
  body: JSON.stringify({ clientId: '{visitor}', locationId: seeded.siteId }),
};

/** @param without the processor time of a check-in that moves no leaderboard and no challenge. */
const measureRequests = async (service: Served, { boardId }: Made, without: number): Promise<void> => {
  const asMember = { headers: { 'X-Client-ID': '{client}' }, pools: { client: seeded.clientIds } };
  const get = (path: string) => ({ method: 'GET' as const, path, ...asMember });
  const measured = {
    'one client by id': { method: 'GET' as const, path: '/v2/clients/{client}', pools: asMember.pools },
    'the first 10': get(`/v2/member/leaderboards/${boardId}/top?limit=10`),
    'own rank with neighbours': get(`/v2/member/leaderboards/${boardId}/my-rank`),
  };
  let floor = 0;
  console.log('| processor time | | over one client by id | at most 2 ms |\n|---|---|---|---|');
  const row = (title: string, cost: number): void => {
    const met = cost <= AT_MOST_MS.request * 1_000 ? 'met' : 'missed';
    console.log(`| ${title} | ${cost.toFixed(0)} us | ${(cost / floor).toFixed(2)} | ${met} |`);
  };
  for (const [title, request] of Object.entries(measured)) {
    const cost = await costOf(service, request);
    if (floor === 0) floor = cost;
    row(title, cost);
  }
  row('a new score on both, beyond the check-in', Math.max(0, (await costOf(service, checkIn)) - without));
};

/** The processor time of the serving thread, in milliseconds; 0 where the system does not tell it. */
const threadMs = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e6;
};

/** Asks one request after another until `isEnough`. Returns the most processor time that one waited for. */
const askUntil = async (service: Served, isEnough: () => boolean): Promise<number> => {
  let longest = 0;
  for (let count = 0; count % 10 !== 0 || !isEnough(); count += 1) {
    const before = await threadMs(service.pid);
    const path = `/v2/clients/${seeded.clientIds[count % seeded.clientIds.length]}`;
    await (await fetch(service.rootUrl + path, { headers: keyHeader })).text();
    longest = Math.max(longest, (await threadMs(service.pid)) - before);
    if (count % 20 === 0) {
      await created(service, '/v2/checkins', {
        clientId: seeded.visitorIds[count % seeded.visitorIds.length],
        locationId: seeded.siteId,
      });
    }
    await pause(2);
  }
  return longest;
};

const WRONG = `with ranked as (
    select "finalRank", rank() over (order by "pointsTotal" desc) "expected", "status" from "challengeEnrollments")
  select count(*) "n" from ranked where "status" <> 'completed' or "finalRank" <> "expected"`;
const RAISED = `select count(*) "n", count(distinct "clientId") "m" from "events" where "type" = 'challenge.completed'`;

const COMPLETED = `select count(*) "n" from "challengeEnrollments" where "status" = 'completed'`;
const completed = (): number => look((db) => db.query<{ n: number }, []>(COMPLETED).get()?.n ?? 0);

/** Ends the challenge an hour ago, kills the server while it stores the final ranks, and has it go on. */
const measureEnd = async ({ challengeId }: Made): Promise<void> => {
  const ended = isoInstant(systemClock.now() - HOUR_MS);
  look((db) => db.run('update "challenges" set "endsAt" = ?1, "closesAt" = ?1 where "id" = ?2', [ended, challengeId]));
  const startedAt = stopwatch();
  const first = await startService(command, directory);
  const beforeKill = await askUntil(first, () => completed() >= members / 3);
  process.kill(first.pid, 'SIGKILL');
  await first.stop();
  const before = completed();
  const second = await startService(command, directory);
  const afterKill = await askUntil(second, () => completed() >= members);
  await second.stop();
  const wrong = look((db) => db.query<{ n: number }, []>(WRONG).get()?.n);
  const raised = look((db) => db.query<{ n: number; m: number }, []>(RAISED).get());
  if (wrong !== 0 || raised?.n !== members || raised.m !== members) {
    throw new Error(`${wrong} final ranks are wrong, and ${JSON.stringify(raised)} of ${members} events were raised`);
  }
  const longest = Math.max(beforeKill, afterKill);
  const seconds = ((stopwatch() - startedAt) / 1_000).toFixed(0);
  console.log(
    `\nThe end of a challenge with ${members} members took ${seconds} s, with a kill after ${before} of them. All final ranks ` +
      `and events are right. A request waited for at most ${longest.toFixed(0)} ms of processor time ` +
      `(at most ${AT_MOST_MS.stretch}: ${longest <= AT_MOST_MS.stretch ? 'met' : 'missed'}).`,
  );
};

let service: Served | undefined;
try {
  service = await startService(command, directory);
  const without = await costOf(service, checkIn);
  const made = await createBoth(service);
  await service.stop();
  const db = open();
  await fill(db, made);
  db.close();
  say(`seeded ${members} members on a leaderboard and in a challenge`);
  service = await startService(command, directory);
  await measureRequests(service, made, without);
  await service.stop();
  await measureEnd(made);
} finally {
  await load.stop();
  await rm(directory, { recursive: true, force: true });
}
