// One studio lives through its days.

import { choicesOf } from '../helpers/seeded.ts';
import type { Done } from './acts/act.ts';
import type { Check, Night } from './checks/check.ts';
import { copied } from './checks/copied.ts';
import { awards, recounts } from './checks/earned.ts';
import { guests, households, settles } from './checks/families.ts';
import { acknowledged, apart, closed, erased, owned, size } from './checks/kept.ts';
import { keys, library, published } from './checks/library.ts';
import { bank, credits, discounts, fees, ledgers, refunds, report } from './checks/money.ts';
import { pushes, queued } from './checks/pushed.ts';
import { counts, lines, overfull, steps } from './checks/seats.ts';
import { emails, events, messages, webhooks, wishes } from './checks/told.ts';
import { ACTS, type Entry, planOf } from './plan.ts';
import { Killed } from './program.ts';
import { openStorage } from './storage.ts';
import { apply, FAULTS, fairWeather, makeRoom, type Weather } from './weather.ts';
import { openWorld, rowsOf, type World } from './world.ts';

const DAY_MS = 86_400_000;
/** After the times of the databases that older programs made. */
const OPENING = Date.parse('2026-03-03T00:00:00.000Z');

/** What older programs made: test/fixtures/databases. */
const OLDER = ['schema-0038', 'schema-0032', 'schema-0022', 'schema-0006'];
const OLDER_ONCE_IN = 6;
/** Studios that copy their backups into an object storage. */
const STORED_ONCE_IN = 3;
/** They do so each night at first, and less often while the database grows: a copy takes longer then than what people do in a day. */
const [OFTEN_COPIED_DAYS, COPIED_EVERY_DAYS] = [40, 8];

const NIGHTLY: Readonly<Record<string, Check>> = {
  ledgers,
  credits,
  refunds,
  fees,
  discounts,
  bank,
  report,
  counts,
  lines,
  steps,
  events,
  webhooks,
  emails,
  messages,
  pushes,
  queued,
  wishes,
  guests,
  households,
  settles,
  awards,
  library,
  published,
  keys,
  erased,
  apart,
  closed,
  size,
};
/** Asked once a week: they take longer, and what they find stays so. */
const WEEKLY: Readonly<Record<string, Check>> = { owned, recounts };

export interface Failure {
  readonly day: number;
  /** What is wrong, without ids: by it two failures are the same. */
  readonly kind: string;
  readonly what: readonly string[];
}

export interface Outcome {
  readonly log: readonly string[];
  readonly failure: Failure | undefined;
  readonly days: number;
}

interface Simulation {
  readonly seed: number;
  readonly days: number;
  /** What happens, in place of what the seed says. */
  readonly plan?: readonly Entry[];
  /** A fault that is put in by hand. */
  readonly mutate?: ((world: World) => void) | undefined;
  readonly onLine?: (line: string) => void;
}

/** A complaint without what differs from run to run. */
const kindOf = (complaint: string): string => complaint.split(':')[0]?.replaceAll(/[\w-]*\d[\w-]*/g, '#') ?? '';

/** Errors that the program reports where the world misbehaves. */
const EXPECTED =
  /^processor (?:unavailable|unexpected|declined)|card processor is not responding|a client disputes the charge|MailNotSent|disk of the server is full|database or disk is full|database is busy/i;

/** A restored backup has cards of people who were erased after it, whom the bank has forgotten. */
const FORGOTTEN = /^processor not_found: No such (?:card|customer)/;

class Failed extends Error {
  constructor(readonly what: readonly string[]) {
    super(what[0]);
  }
}

export const simulate = async ({
  seed,
  days,
  plan = planOf(seed, days),
  mutate,
  onLine,
}: Simulation): Promise<Outcome> => {
  const log: string[] = [];
  const say = (line: string): void => {
    log.push(line);
    onLine?.(line);
  };
  // Some studios begin with what an older program left.
  const older = seed % OLDER_ONCE_IN === 0 ? OLDER[(seed / OLDER_ONCE_IN) % OLDER.length] : undefined;
  // It has choices of its own, so that the others go on as without it.
  const storage = seed % STORED_ONCE_IN === 0 ? openStorage(choicesOf(seed * 31 + 17)) : undefined;
  const world = await openWorld(choicesOf(seed), OPENING, older, storage);
  const { program } = world;
  const weather: Weather = fairWeather(OPENING);
  let last = OPENING;
  let day = 0;
  let mutant: unknown;
  /** Puts the fault into each program that is opened. */
  const mutated = (): void => {
    if (mutant !== program.studio) mutate?.(world);
    mutant = program.studio;
  };
  mutated();
  await program.settle();
  program.backUp();
  program.onStall(() => makeRoom(world, weather));

  const fail = (what: readonly string[]): void => {
    if (what.length > 0) throw new Failed(what);
  };
  const isExpected = (error: string): boolean =>
    EXPECTED.test(error) || (world.lostByRestore > 0 && FORGOTTEN.test(error));
  const judge = (): void => fail(program.errors.splice(0).filter((error) => !isExpected(error)));

  const revive = async (): Promise<void> => {
    weather.losses.push(program.studio.time.now());
    weather.isDiskFull = false;
    weather.bankWellSince = Math.max(weather.bankWellSince, program.studio.time.now());
    await program.reopen();
    mutated();
    say('  it is opened again');
    fail(acknowledged(world));
  };
  /** Does something in a program that may die meanwhile. */
  const living = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await program.until(work());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await revive();
      return undefined;
    }
  };
  const moveTo = async (instant: number, isExact: boolean): Promise<void> => {
    for (let tries = 0; tries < 3 && program.studio.time.now() < instant; tries += 1) {
      await living(() => program.moveTo(instant, isExact));
    }
  };

  const copyBackups = async (now: number): Promise<void> => {
    if (storage === undefined) return;
    const { said, problem, mishaps } = await storage.night(program.studio.db, now);
    say(`  copies: ${said}${mishaps.map((each) => `, ${each}`).join('')}`);
    const wrong = [...storage.wrong(), ...copied(storage, now, said === 'done' && mishaps.length === 0)];
    if (said === 'failed' && mishaps.length === 0) wrong.push(`they fail without a mishap: ${problem}`);
    // What removes media may leave it for the next night where a manifest does not come.
    if (said === 'done' && mishaps.some((each) => !each.startsWith('get')))
      wrong.push(`a mishap is not told: ${mishaps.join(', ')}`);
    fail(wrong.map((each) => `copies — ${each}`));
  };

  /** Returns whether all was asked. */
  const night = async (): Promise<true> => {
    const now = program.studio.time.now();
    const isWhole = day % 7 === 6;
    const asked: Night = {
      isWhole,
      from: new Date(Math.max(last, world.since)).toISOString(),
      now: new Date(now).toISOString(),
      losses: weather.losses,
      bankWellSince: weather.bankWellSince,
    };
    // A key of one site is made for the question.
    if (weather.isDiskFull) return true;
    const checks = { ...NIGHTLY, ...(isWhole ? WEEKLY : {}) };
    const wrong: string[] = [];
    for (const [name, check] of Object.entries(checks)) {
      for (const each of await check(world, asked)) wrong.push(`${name}: ${each}`);
    }
    fail(wrong.map((each) => each.replace(': ', ' — ')));
    fail(acknowledged(world));
    await program.answer(program.settle());
    program.backUp();
    if (day < OFTEN_COPIED_DAYS || day % COPIED_EVERY_DAYS === 0) await copyBackups(now);
    world.acknowledged = [];
    last = now;
    const [digest] = rowsOf(
      world,
      `select (select count(*) from events) as events, (select max(id) from events) as lastEvent, (select count(*) from bookings) as bookings,
       (select count(*) from messages) as messages, (select sum(balance) from creditLedger) as credits`,
    );
    say(`night ${day} ${JSON.stringify(digest)} ${JSON.stringify(program.outside.counts)}`);
    program.outside.forget(now - 9 * DAY_MS);
    return true;
  };

  const act = async ({ name, seed: own }: Entry): Promise<void> => {
    const choose = choicesOf(own);
    const fault = FAULTS[name];
    const at = (): string => new Date(program.studio.time.now()).toISOString();
    if (fault !== undefined) {
      const what = await fault[1](world, weather, choose);
      mutated();
      say(`${at()} ${name} ${what}`);
      return;
    }
    const before = overfull(world);
    const done: Done | undefined = await living(async () => ACTS[name]?.[1](world, choose));
    if (done === undefined) return;
    await living(program.settle);
    say(`${at()} ${name} ${done.what} -> ${done.status} ${done.code}`);
    if (
      done.status >= 500 &&
      ![
        'storage_full',
        'database_busy',
        'processor_unavailable',
        'processor_error',
        'payment_processor_unavailable',
      ].includes(done.code)
    ) {
      fail([`${name} answers ${done.status} ${done.code}`]);
    }
    if (name.startsWith('member ') && overfull(world) > before)
      fail([`${name} makes a session fuller than it is large`]);
    judge();
  };

  try {
    for (let index = 0; day < days; day += 1) {
      const begin = OPENING + day * DAY_MS;
      for (let entry = plan[index]; entry?.day === day; entry = plan[index]) {
        await moveTo(begin + entry.at, entry.seed % 8 === 0);
        apply(world, weather);
        await act(entry);
        index += 1;
      }
      // All that is due has been done by the night.
      await moveTo(begin + DAY_MS, true);
      apply(world, weather);
      await living(program.settle);
      judge();
      // The program may die of what is asked.
      while ((await living(night)) === undefined);
    }
    return { log, failure: undefined, days };
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const [first = ''] = error.what;
    say(`FAILED on day ${day}: ${error.what.join('\n  ')}`);
    return { log, failure: { day, kind: kindOf(first), what: error.what }, days: day };
  } finally {
    await program.end();
    storage?.end();
  }
};
