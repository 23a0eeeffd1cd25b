import { join } from 'node:path';
import { type Config, settingNames } from '../../config/settings.ts';
import { environmentName } from '../../config/sources.ts';
import { readBackups } from '../../database/backup/backup.ts';
import { DATABASE_FILE } from '../../database/data-directory.ts';
import { requireDescriptors } from '../../database/descriptors.ts';
import type { Seal } from '../../database/seal.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { isObject } from '../../kernel/objects.ts';
import type { Report } from '../../kernel/report.ts';
import type { Check, LastRestore, Machine } from '../../resources/system/port.ts';
import { backupDirectory } from '../backups.ts';
import { progressFlag, stepIn } from '../progress.ts';
import { NO_SETTINGS_FILE, thisProgram } from '../release.ts';
import { scheduledFlag } from '../scheduled.ts';
import { exit } from '../verb.ts';
import { followingCopy } from './copy-progress.ts';

/** Settings as the environment variables from which another process reads the same ones. */
export const environmentOf = (config: Config): Record<string, string> =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value: unknown = config[name];
      const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
      // An empty list is the default of every list.
      return text === '' ? [] : [[environmentName(name), text]];
    }),
  );

interface MachineDeps {
  readonly config: Config;
  readonly directory: string;
  readonly seal: Seal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly rootUrl: () => string;
  readonly restore?: Machine['restore'];
  readonly lastRestore?: LastRestore | undefined;
  readonly services?: Machine['services'];
}

interface Ran {
  readonly printed: string;
  readonly said: string;
  readonly code: number;
}

const progress = `--${progressFlag.name}`;

const isCheck = (value: unknown): value is Check =>
  isObject(value) &&
  ['name', 'status', 'message'].every((field) => typeof Reflect.get(value, field) === 'string') &&
  Array.isArray(Reflect.get(value, 'found'));

/** What `doctor --json` printed. @throws Error with what it said when that is no report. */
const checksIn = ({ printed, said }: Ran): readonly Check[] => {
  try {
    const { checks }: { checks?: unknown } = Object(JSON.parse(printed));
    if (Array.isArray(checks) && checks.every(isCheck)) return checks;
  } catch {
    // What it said is the reason.
  }
  throw new Error(`studiod doctor failed: ${said.trim() || printed.trim()}`);
};

/** What a process says on standard error, without its lines of progress, which are reported as they come. */
const saidBeside = async (stream: ReadableStream<Uint8Array>, report: Report): Promise<string> => {
  const others: string[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  const take = (line: string): void => {
    const step = stepIn(line);
    if (step === undefined) others.push(line);
    else report(step.what, step.percent, 100);
  };
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  return others.join('\n');
};

/** The machine of a server with a data directory: its verbs run in processes of their own, so that no request waits. */
export const machineOf = (deps: MachineDeps): Machine => {
  const { config, directory, environment, now, rootUrl, seal } = deps;
  const backups = backupDirectory(config);
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('STUDIOD_'));
  const env = {
    ...Object.fromEntries(own),
    ...environmentOf({ ...config, data: directory, backupDir: backups }),
  };
  const run = async (words: readonly string[], report?: Report): Promise<Ran> => {
    requireDescriptors();
    const command = [...thisProgram, ...words, ...NO_SETTINGS_FILE, '--json'];
    const child = Bun.spawn(command, { cwd: directory, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
    const said = report === undefined ? child.stderr.text() : saidBeside(child.stderr, report);
    const [printed, text, code] = await Promise.all([child.stdout.text(), said, child.exited]);
    return { printed, said: text, code };
  };
  return {
    directory,
    backupDirectory: backups,
    backupSchedule: config.backupSchedule === 'off' ? null : config.backupSchedule,
    targets: config.backupTargets,
    lastRestore: deps.lastRestore,
    keyFingerprint: seal.fingerprint,
    restore: deps.restore,
    services: deps.services,
    backups: () => readBackups(backups),
    pathOf: (file) => join(backups, file),
    async check() {
      // A port that the system chose is in no setting.
      return checksIn(await run(['doctor', ...(config.port === 0 ? ['--url', rootUrl()] : [])]));
    },
    async makeBackup(report) {
      const at = ['--data', directory, `--${scheduledFlag.name}`, isoInstant(now())];
      const flags = [...at, progress, ...(config.backupMedia ? ['--with-media'] : [])];
      const copied = followingCopy(backups, join(directory, DATABASE_FILE), report);
      const { printed, said, code } = await run(['backup', 'create', ...flags], copied.report).finally(copied.end);
      if (code !== exit.done) throw new Error(said.trim() || `backup create ended with exit code ${code}`);
      return String(JSON.parse(printed).file);
    },
    async verify(file, report) {
      const { printed, said, code } = await run(['backup', 'verify', join(backups, file), progress], report);
      if (code === exit.done) return;
      const [found] = code === exit.failed && printed !== '' ? JSON.parse(printed).backups : [];
      throw new Error(found?.problem ?? (said.trim() || `backup verify ended with exit code ${code}`));
    },
  };
};
