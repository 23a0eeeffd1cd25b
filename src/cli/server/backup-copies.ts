import type { Config } from '../../config/settings.ts';
import { backupResult } from '../../database/backup/results.ts';
import type { Store } from '../../database/store.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { everyMinute, type Job } from '../../kernel/periods.ts';
import type { BackupProcess } from './backup-process.ts';
import type { Log } from './log.ts';

/** The time between a failed copy and the next attempt; it doubles with each failure. */
const RETRY_AFTER_MS = 5 * MINUTE_MS;
const MAX_RETRY_MS = HOUR_MS;
/** How long a run of the job waits for a copy, in real milliseconds. A longer one continues on its own. */
const WAIT_MS = 5 * MINUTE_MS;

interface CopyDeps {
  readonly config: Config;
  readonly store: Store;
  readonly verbs: BackupProcess;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Copies each backup to the targets, and what they missed at the start. A copy that fails is tried again. */
export const backupCopies = ({ config, store, verbs, log, now }: CopyDeps): readonly Job[] => {
  if (config.backupTargets.length === 0) return [];
  let running: Promise<void> | undefined;
  /** The newest backup when everything was copied; undefined before the first time. */
  let copied: string | null | undefined;
  let failures = 0;
  let notBefore = 0;

  const copy = async (at: number, newest: string | null): Promise<void> => {
    try {
      if ((await verbs.run('copy', at)) === undefined) return;
      copied = newest;
      failures = 0;
      log.info('backups copied', { targets: config.backupTargets.join(',') });
    } catch (error) {
      notBefore = at + Math.min(MAX_RETRY_MS, RETRY_AFTER_MS * 2 ** failures);
      failures += 1;
      log.error(errorMessage(error), { where: 'job backup copies' });
    }
  };

  const run = async (): Promise<void> => {
    const at = now();
    // The clock was set back.
    if (notBefore > at + MAX_RETRY_MS) notBefore = 0;
    const newest = backupResult(store.db, 'backup')?.file ?? null;
    if (running !== undefined || at < notBefore || newest === copied) return;
    running = copy(at, newest).finally(() => {
      running = undefined;
    });
    let cancel = (): void => {};
    const waited = new Promise<void>((resolve) => {
      cancel = setRealTimeout(WAIT_MS, resolve);
    });
    await Promise.race([running, waited]);
    cancel();
  };

  return [{ name: 'backup copies', period: everyMinute, run }];
};
