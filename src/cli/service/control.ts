import { pause, stopwatch } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { fetchHealth } from '../server-health.ts';
import { type Call, exit, VerbError } from '../verb.ts';
import { hasSystemd, runCommand } from './machine.ts';
import type { Migration } from './migration.ts';
import { SERVICE } from './unit.ts';

const CHECK_EVERY_MS = 100;

const { unit, socket } = SERVICE;

/** The given commands, or the commands of systemd. @throws VerbError (usage) where there is neither. */
export const controlOf = (call: Call) => {
  const [stop, start] = [call.flag('stop-command'), call.flag('start-command')];
  if (stop !== undefined && start !== undefined) {
    const shell = (command: string) => () => runCommand(['sh', '-c', command]);
    return { stop: shell(stop), stopForGood: shell(stop), start: shell(start) };
  }
  if (stop !== undefined || start !== undefined || !hasSystemd()) {
    throw new VerbError(
      'studiod upgrade restarts the server with systemd, which does not run here, or with your own commands: ' +
        'set both --stop-command and --start-command.',
      exit.usage,
    );
  }
  return {
    /** Returns when the server has ended. A socket of systemd keeps new connections. */
    stop: () => runCommand(['systemctl', 'stop', unit]),
    /** Like `stop`, but nothing starts the server meanwhile, also no new connection. */
    stopForGood: () => runCommand(['systemctl', 'stop', socket, unit]),
    /** Starts it, and does not wait until it is ready. */
    async start() {
      // A server that failed several times is not started again otherwise.
      await runCommand(['systemctl', 'reset-failed', unit, socket]);
      await runCommand(['systemctl', 'start', '--no-block', unit]);
    },
  };
};

export type Control = ReturnType<typeof controlOf>;

interface Awaited {
  readonly url: URL;
  readonly version: string;
  /** Real milliseconds, without the time of a migration. */
  readonly within: number;
  /** The migration that the server may have to make first. */
  readonly migration?: Migration;
  onMigration?(): void;
}

/** Why a server of this version that started less than `age` (ms) ago does not answer `/readyz` with 200. */
const problemOf = async ({ url, version }: Awaited, age: () => number): Promise<string | undefined> => {
  try {
    const ready = await fetchHealth(new URL('/readyz', url));
    const { version: found, uptimeSeconds = Number.POSITIVE_INFINITY } = (await fetchHealth(url)).body;
    const isNew = found === version && uptimeSeconds * 1_000 <= age();
    if (ready.status === 200 && isNew) return undefined;
    return isNew ? `/readyz responds with ${ready.status}` : `studiod ${found} still responds`;
  } catch (error) {
    return errorMessage(error);
  }
};

/**
 * Waits until a server of this version that started after this call answers `/readyz` with 200. The time in which it
 * migrates the database counts separately: a large one takes long, and a release that does not start should go soon.
 * @returns why it is not ready in time; undefined when it is.
 */
export const untilReady = async (awaited: Awaited): Promise<string | undefined> => {
  const { within, migration } = awaited;
  const began = stopwatch();
  let [waited, migrated, before] = [0, 0, began];
  let isSaid = false;
  for (;;) {
    const problem = await problemOf(awaited, () => stopwatch() - began);
    if (problem === undefined) return undefined;
    await pause(CHECK_EVERY_MS);
    const state = (await migration?.state()) ?? 'none';
    if (state === 'ended') return 'it ended before it had migrated the database; its log has the reason';
    const now = stopwatch();
    if (state === 'running') {
      migrated += now - before;
      if (!isSaid) awaited.onMigration?.();
      isSaid = true;
    } else waited += now - before;
    before = now;
    if (waited >= within) return problem;
    if (migrated >= (migration?.within ?? 0) && state === 'running') return 'it did not migrate the database in time';
  }
};
