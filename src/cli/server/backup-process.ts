import type { Config } from '../../config/settings.ts';
import { environmentName } from '../../config/sources.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { backupDirectory } from '../backups.ts';
import { mediaDirectory } from '../media.ts';
import { NO_SETTINGS_FILE, thisProgram } from '../release.ts';
import { scheduledFlag } from '../scheduled.ts';
import type { Log } from './log.ts';

export interface BackupDeps {
  readonly config: Config;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly program?: readonly string[];
}

/** The settings of targets, which have secrets, as environment variables. */
const targetSettings = (config: Config): Record<string, string> => {
  const { backupTargets, backupKey, backupS3Endpoint, backupS3Region, backupS3AccessKeyId, backupS3SecretAccessKey } =
    config;
  const given = {
    backupKey,
    backupS3Endpoint,
    backupS3Region,
    backupS3AccessKeyId,
    backupS3SecretAccessKey,
    backupTargets: backupTargets.length === 0 ? undefined : backupTargets.join(','),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[environmentName(name), value]])),
  );
};

export const backupProcess = ({ config, directory, environment, log, program }: BackupDeps) => {
  const children = new Set<Bun.Subprocess<'ignore', 'pipe', 'pipe'>>();
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('STUDIOD_'));
  const env = { ...Object.fromEntries(own), ...targetSettings(config) };
  const media = config.mediaDir === undefined ? [] : ['--media-dir', mediaDirectory(config, directory)];
  const common = [
    ...NO_SETTINGS_FILE,
    '--data',
    directory,
    '--backup-dir',
    backupDirectory(config),
    '--json',
    ...(config.allowNetworkStorage ? ['--allow-network-storage'] : []),
  ];
  let isStopping = false;
  return {
    /**
     * Runs `studiod backup <verb>` on the clock of the server (epoch ms).
     * @returns what it prints; undefined when the server stops meanwhile.
     * @throws Error with what it says when it fails.
     */
    async run(verb: string, at: number, ...flags: string[]) {
      if (isStopping) return undefined;
      const words = ['backup', verb, ...common, `--${scheduledFlag.name}`, isoInstant(at), ...flags];
      const child = Bun.spawn([...(program ?? thisProgram), ...words, ...(verb === 'create' ? media : [])], {
        cwd: directory,
        env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      children.add(child);
      const [printed, said, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      children.delete(child);
      if (isStopping) return undefined;
      if (code !== 0) throw new Error(said.trim() || `backup ${verb} ended with exit code ${code}`);
      if (said !== '') log.warn(said.trim());
      return printed;
    },
    /** Ends what runs. What is unfinished is never used. */
    stop() {
      isStopping = true;
      for (const child of children) child.kill();
    },
  };
};

/** Runs the verbs of backups in processes of their own, so that no request waits for them. */
export type BackupProcess = ReturnType<typeof backupProcess>;
