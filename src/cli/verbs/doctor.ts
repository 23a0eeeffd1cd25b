import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingNames } from '../../config/settings.ts';
import { LOCK_FILE } from '../../database/data-directory.ts';
import { isLocked } from '../../database/lock.ts';
import { migrations, schemaOf } from '../../database/migrate.ts';
import { stopwatch, systemClock } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { CHECK_NAMES, type CheckName } from '../../texts/check-names.ts';
import { checkLastBackup, checkRestoreTest, checkTargets } from '../doctor/backups.ts';
import {
  checkClock,
  checkDatabase,
  checkExternalIds,
  checkKey,
  checkZoneData,
  openToRead,
} from '../doctor/database.ts';
import { checkDisk, checkPermissions } from '../doctor/files.ts';
import { type CheckContext, type Finding, failed, warning } from '../doctor/finding.ts';
import { checkMail } from '../doctor/mail.ts';
import { checkMedia } from '../doctor/media.ts';
import { checkCards, checkIssuer, checkWebhooks } from '../doctor/outside.ts';
import { checkProxy, checkScheduler, checkTls } from '../doctor/server.ts';
import { healthFlag, healthUrl } from '../health-url.ts';
import { withStoredServices } from '../server/services.ts';
import { type Style, styleOf } from '../style.ts';
import { type Call, exit, printResult, type Verb } from '../verb.ts';

const PROGRESS_EVERY_MS = 1_000;

type Check = (context: CheckContext) => Finding | Promise<Finding>;

const CHECKS: Readonly<Record<CheckName, Check>> = {
  database: checkDatabase,
  key: checkKey,
  permissions: checkPermissions,
  disk: checkDisk,
  clock: checkClock,
  zone_data: checkZoneData,
  external_ids: checkExternalIds,
  scheduler: checkScheduler,
  webhooks: checkWebhooks,
  mail: checkMail,
  processor: checkCards,
  issuer: checkIssuer,
  media: checkMedia,
  last_backup: checkLastBackup,
  restore_test: checkRestoreTest,
  backup_copies: checkTargets,
  proxy: checkProxy,
  tls: checkTls,
};

/** The checks that read the database, which says itself when it cannot be read. */
const NEED_DATABASE: readonly CheckName[] = ['external_ids', 'webhooks', 'media', 'restore_test', 'backup_copies'];

const realDirectory = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
};

const hasOtherSchema = ({ db }: CheckContext): boolean => db !== undefined && schemaOf(db) !== migrations.length;

const runCheck = async (name: CheckName, check: Check, context: CheckContext): Promise<Finding> => {
  if (context.db === undefined && NEED_DATABASE.includes(name)) {
    return warning('Not checked, because the database cannot be read.', 'Look at the database check.', 'not_checked');
  }
  try {
    return await check(context);
  } catch (error) {
    if (NEED_DATABASE.includes(name) && hasOtherSchema(context)) {
      return warning(
        'Not checked, because the database has the schema of another version.',
        'Look at the database check.',
        'not_checked',
      );
    }
    return failed(
      `The check could not run: ${errorMessage(error)}.`,
      'Look at the other checks first.',
      'check_failed',
      errorMessage(error),
    );
  }
};

const contextOf = (call: Call): CheckContext => {
  const { config: given, file: settingsFile } = call.configure();
  const directory = realDirectory(given.data);
  const opened = openToRead(directory);
  const isUnreadable = 'status' in opened;
  const config = isUnreadable ? given : withStoredServices(given, directory, opened);
  let saidAt = stopwatch();
  const announce = (text: string): void => {
    saidAt = stopwatch();
    // The bar of a terminal says it.
    if (!call.isTerminal.error) call.printError(`studiod: ${text}`);
  };
  return {
    config,
    settingsFile,
    directory,
    db: isUnreadable ? undefined : opened,
    unreadable: isUnreadable ? opened : undefined,
    healthUrl: healthUrl(call),
    isServed: isLocked(join(directory, LOCK_FILE)),
    now: systemClock.now(),
    random: systemRandom(),
    all: call.flag('all') !== undefined,
    announce,
    progress(text) {
      if (stopwatch() - saidAt >= PROGRESS_EVERY_MS) announce(text);
    },
  };
};

const PAINTS = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

const lineOf = ({ name, status, message, action }: Finding & { readonly name: string }, style: Style): string => {
  const line = `${style[PAINTS[status]](status.padEnd(7))}  ${name.padEnd(13)}  ${message}`;
  return action === null ? line : `${line}\n${' '.repeat(24)}${action}`;
};

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Check the data, settings, and environment, and suggest fixes; nothing is changed',
  example: 'studiod doctor --data /var/lib/studiod',
  flags: [
    healthFlag,
    { name: 'all', help: 'Read every media file; default a sample of up to 1,000 files and 256 MiB' },
  ],
  settings: settingNames,
  givesWay: true,
  async run(call) {
    const context = contextOf(call);
    const checks: (Finding & { readonly name: string })[] = [];
    try {
      for (const [index, name] of CHECK_NAMES.entries()) {
        call.report(`checking ${name}`, index, CHECK_NAMES.length);
        context.progress(`checking ${name}`);
        checks.push({ name, ...(await runCheck(name, CHECKS[name], context)) });
      }
    } finally {
      context.db?.close();
    }
    const style = styleOf(call, 'output');
    const ok = checks.every(({ status }) => status !== 'failed');
    printResult(call, { ok, checks }, checks.map((check) => lineOf(check, style)).join('\n'));
    return ok ? exit.done : exit.failed;
  },
};
