// The program on a disk in memory, which may be killed, be restored and be opened again.

// Loaded ahead: the first studio of a process would wait for them, and its log be another one.
import '@block65/webcrypto-web-push';
import type { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'jose';
import { recordRestore } from '../../src/cli/restored.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createSeal, readKeyFile, temporaryKey } from '../../src/database/seal.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import type { Random } from '../../src/kernel/random.ts';
import { ProcessorFailure } from '../../src/payments-processor/port.ts';
import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';
import { openStudio, type Studio } from '../helpers/api.ts';
import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { root } from '../helpers/sources.ts';
import { SimulatedTimeline } from './clock.ts';
import { makeFolder, usualStudioFile, withUsualPages } from './disk.ts';
import { NEVER, type Outside, openOutside } from './outside.ts';
import { holdRealTime, type RealTime } from './real-time.ts';

/** Random bytes that are the same for the same seed. */
const randomOf = (choose: Choices): Random => ({
  bytes: (count) => Uint8Array.from({ length: count }, () => choose.below(256)),
  fraction: () => choose.below(1_000_000) / 1_000_000,
});

const namedError = (error: unknown): string => {
  if (error instanceof ProcessorFailure) return `processor ${error.kind}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns of the event loop in which nothing happens, after which nothing is under way. */
const QUIET_TURNS = 7;
/** Turns after which work waits for real time, or for a thread, which gets so many moments to end. */
const BUSY_TURNS = 2_000;
const MOMENTS = 300;
/** After so many seconds of real time, work waits for what the clock would bring, if it could move on. */
const STALLED_SECONDS = 5;

/** How much of a move is exact, ms. */
const EXACT_MS = 10 * MINUTE_MS;

/** When a program dies: before the commit of a transaction, or after it and before anyone has heard of it. */
export type Death = 'before' | 'after';

/** Thrown to who waits for a program that has died. */
export class Killed extends Error {}

const FRAMES = 8;

/** Where an error was thrown, a line for each frame of the program. */
const placeOf = (error: unknown): string => {
  const frames = error instanceof Error ? (error.stack?.split('\n') ?? []) : [];
  const own = frames.filter((frame) => frame.includes('/src/')).slice(0, FRAMES);
  return own.map((frame) => `\n    ${frame.trim().replace(`${root}/`, '')}`).join('');
};

/** @param older the name of a database that an older program has made, and that this one upgrades. */
export const openProgram = async (choose: Choices, startAt: number, older?: string) => {
  const folder = makeFolder();
  const random = randomOf(choose);
  const real: RealTime = holdRealTime();
  const issuer = await createSandboxIssuer(() => 'http://localhost');
  const fixture = join(root, 'test/fixtures/databases', older ?? '');
  const key = older === undefined ? temporaryKey(random) : readKeyFile(`${fixture}.key`, random, false);
  const seal = createSeal(key, random);
  const errors: string[] = [];
  const faults = { losesLog: false };
  let [commits, files] = [0, 0];
  let dying: { at: number; death: Death } | undefined;
  let file = join(folder, 'studio-0.db');
  let time: SimulatedTimeline;
  const outside: Outside = openOutside(random, seal, () => time?.now() ?? startAt);

  const activity = (): number => commits + outside.actions();
  const settle = async (): Promise<void> => {
    let before = activity();
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (activity() === before) continue;
      before = activity();
      quiet = -1;
    }
  };
  let seen = -1;
  const settleIfAny = async (): Promise<void> => {
    if (activity() === seen) return;
    await settle();
    seen = activity();
  };

  /** Copies the file and its log as they are, and lets nothing of this program out any more. */
  const dieHere = (): void => {
    dying = undefined;
    files += 1;
    const next = join(folder, `studio-${files}.db`);
    copyFileSync(file, next);
    if (existsSync(`${file}-wal`) && !faults.losesLog) copyFileSync(`${file}-wal`, `${next}-wal`);
    file = next;
    outside.cutOff();
    isDead = true;
  };
  let isDead = false;
  const mayDie = (death: Death): void => {
    if (dying?.death === death && commits >= dying.at) dieHere();
  };

  let studio: Studio;
  let database: Database;
  let opened = 0;
  const open = async (at: number, isFirst = false): Promise<void> => {
    isDead = false;
    opened += 1;
    const mine = opened;
    /** Whether it is this program that lives: another may have died, and still do what it had begun. */
    const isAlive = (): boolean => mine === opened && !isDead;
    // What is left of a dead program takes no random number of the next one.
    const own = randomOf(choicesOf(choose.below(2 ** 31)));
    database = openDatabase(file);
    migrate(database, 'test');
    if (isFirst) outside.know(database);
    time = new SimulatedTimeline(at, settleIfAny);
    studio = await openStudio({
      database,
      time,
      random: own,
      seal: createSeal(key, own),
      mode: 'serve',
      processor: outside.counter,
      webhookSender: outside.sender(),
      pushSender: outside.pushSender(),
      keepsPush: outside.push.look,
      mail: outside.post(),
      memberIssuers: () => [issuer.member],
      expectsError: (error) => {
        if (isAlive()) errors.push(namedError(error) + placeOf(error));
        return true;
      },
    });
    studio.store.onCommit(
      () => {
        if (!isAlive()) return;
        commits += 1;
        mayDie('after');
      },
      () => {
        if (isAlive()) mayDie('before');
      },
    );
    await studio.caughtUp;
    await settle();
  };
  writeFileSync(
    file,
    older === undefined ? usualStudioFile() : withUsualPages(Bun.zstdDecompressSync(readFileSync(`${fixture}.db.zst`))),
  );
  await open(startAt, true);

  let whenStalled: () => void = () => {};
  /** Waits for a promise of the program: it is rejected when the program dies first. */
  const until = async <T>(promise: Promise<T>): Promise<T> => {
    let isOver = false;
    const done = promise.finally(() => {
      isOver = true;
    });
    done.catch(() => {});
    let seconds = 0;
    for (let turns = 1; !isOver && !isDead; turns += 1) {
      await (turns < BUSY_TURNS ? turn() : real.rest());
      if (turns < BUSY_TURNS + MOMENTS) continue;
      [turns, seconds] = [0, seconds + 1];
      if (seconds === STALLED_SECONDS) whenStalled();
      real.pass(1_000);
    }
    if (isDead) throw new Killed();
    return done;
  };

  /** Waits as whoever has asked does: a program that dies meanwhile never answers, and nothing more is done then. */
  const answer = async <T>(promise: Promise<T>): Promise<T> => {
    const mine = opened;
    const lost = (): boolean => isDead || mine !== opened;
    try {
      const result = await promise;
      return lost() ? NEVER : result;
    } catch (error) {
      if (lost()) return NEVER;
      throw error;
    }
  };

  const close = async (): Promise<void> => {
    studio.time.stop();
    let isOver = false;
    const stopped = studio.app.stop().finally(() => {
      isOver = true;
    });
    for (let turns = 0; !isOver && turns < 2_000; turns += 1) {
      await turn();
      if (turns % 100 === 99) real.pass(1_000);
    }
    void stopped.catch(() => {});
    database.close();
  };

  return {
    outside,
    issuer,
    real,
    errors,
    /** Put in by hand. */
    faults,
    settle,
    until,
    answer,
    /** Calls `work` when what the program does waits, and the clock with it. */
    onStall(work: () => void): void {
      whenStalled = work;
    },
    get studio(): Studio {
      return studio;
    },
    get isDead(): boolean {
      return isDead;
    },
    /** Moves the clock, with all that becomes due on the way: the last minutes one by one where it is exact. */
    async moveTo(instant: number, isExact: boolean): Promise<void> {
      if (instant <= time.now()) return;
      if (!isExact) await until(time.glideTo(instant));
      else {
        await until(time.skipTo(Math.max(time.now(), instant - EXACT_MS)));
        await until(time.moveTo(instant));
      }
      await until(settle());
    },
    /** Kills the program at its commit after so many others. */
    killAfter(more: number, death: Death): void {
      dying = { at: commits + more, death };
    },
    dieHere,
    /** Opens the program again after its death, or after it was stopped; its clock may be behind by then. */
    async reopen(at = time.now()): Promise<void> {
      if (!isDead) {
        await settle();
      }
      await close();
      await open(at);
    },
    /** Makes a backup. */
    backUp(): void {
      const backup = join(folder, 'backup.db');
      rmSync(backup, { force: true });
      database.run('PRAGMA wal_checkpoint(TRUNCATE)');
      copyFileSync(file, backup);
    },
    /** Replaces the database by the last backup, or a copy of it, as the restore of a stopped server does. */
    async restore(backup = join(folder, 'backup.db')): Promise<void> {
      const at = time.now();
      await close();
      outside.cutOff();
      files += 1;
      file = join(folder, `studio-${files}.db`);
      copyFileSync(backup, file);
      const restored = openDatabase(file);
      await recordRestore(
        'restore',
        random,
        null,
        new SimulatedTimeline(at, async () => {}),
      )(restored, {
        file: 'backup.db',
        sha256: '',
        createdAt: null,
        before: null,
      });
      restored.close();
      await open(at);
    },
    async end(): Promise<void> {
      await close();
      outside.close();
      real.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Program = Awaited<ReturnType<typeof openProgram>>;
