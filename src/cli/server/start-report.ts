import type { Database } from 'bun:sqlite';
import { migrations } from '../../database/migrate.ts';
import { zoneRulesOf } from '../../database/zone-rules.ts';
import { stopwatch } from '../../kernel/clock.ts';
import { timeZones } from '../../kernel/zones/time-zones.ts';
import { type StartContext, sizeText } from '../doctor/finding.ts';
import type { Call } from '../verb.ts';
import type { Log } from './log.ts';

/** The least time between two lines about the same work, ms. */
const BETWEEN_MS = 10_000;

/**
 * Says before it begins that an older database is backed up and migrated, which can take long and during which nothing is
 * served, and then how far that is: a bar on a terminal, lines of the log elsewhere. They are written immediately, since the
 * work holds the event loop.
 */
export const startReport = (call: Pick<Call, 'report' | 'isTerminal'>, log: Log) => {
  let isUpgrading = false;
  let last = '';
  let saidAt = 0;
  return {
    report(what: string, done: number, total: number) {
      call.report(what, done, total);
      if (!isUpgrading || call.isTerminal.error) return;
      const now = stopwatch();
      if (what === last && now - saidAt < BETWEEN_MS) return;
      [last, saidAt] = [what, now];
      log.info(what, { percent: Math.floor((100 * done) / Math.max(1, total)) });
      log.flush();
    },
    /** An older database (its schema, its size in bytes) is going to be backed up and migrated. */
    beforeUpgrade(schema: number, bytes: number) {
      isUpgrading = true;
      log.info(
        `the database has schema ${schema} (${sizeText(bytes)}): it is backed up and checked, then migrated to schema ` +
          `${migrations.length}; the server is ready after that`,
      );
      log.flush();
    },
  };
};

/** Says that the rules of time zones are others than those with which the data were computed (appliance.md "Time zones"). */
export const logZoneRules = (log: Log, db: Database): void => {
  const before = zoneRulesOf(db)?.version ?? 'those of an earlier release';
  const { version, source } = timeZones().rules;
  if (before === version) return;
  log.info(`the time zone rules are ${version}, from ${source}, and were ${before}: upcoming classes are recalculated`);
};

/** Says what `doctor` would say of the data and the settings. Its files are loaded only once the server is ready. */
export const warnOfDangers = async (log: Log, context: StartContext): Promise<void> => {
  const { startFindings } = await import('../doctor/at-start.ts');
  for (const { message, action } of startFindings(context)) log.warn(`${message} ${action}`);
};
