import type { Manifest } from '../../database/backup/backup.ts';
import type { Report } from '../../kernel/report.ts';
import type { Appliance } from '../health/operations.ts';
import type { ServicesPort } from '../services/port.ts';

/** What a check found, as `studiod doctor` says it. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** What to do; null when there is nothing to do. */
  readonly action: string | null;
  /** The same for pages that say it in their own words; empty when all is well. */
  readonly found: readonly { readonly code: string; readonly data: readonly string[] }[];
}

/** What became of the last restore that someone asked for while this server ran before. */
export interface LastRestore {
  readonly file: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** Why it was not done: then nothing has changed. null when it was. */
  readonly problem: string | null;
}

/** What the program does with the machine on which it runs. A studio in memory has no machine. */
export interface Machine {
  readonly directory: string;
  readonly backupDirectory: string;
  /** When backups are made, as a cron pattern in UTC; null for never. */
  readonly backupSchedule: string | null;
  /** Where else backups are copied. */
  readonly targets: readonly string[];
  readonly lastRestore: LastRestore | undefined;
  /** Everything that `studiod doctor` checks, in a process of its own. */
  check(): Promise<readonly Check[]>;
  backups(): {
    readonly backups: readonly Manifest[];
    readonly unreadable: readonly { readonly file: string; readonly problem: string }[];
  };
  /** The path of a backup, which has a manifest. */
  pathOf(file: string): string;
  /** Makes a backup in a process of its own, and returns the name of its file. */
  makeBackup(report: Report): Promise<string>;
  /** Reads a backup as a restore would. @throws Error with what is wrong. */
  verify(file: string, report: Report): Promise<void>;
  /** The fingerprint of the key of the data directory. */
  readonly keyFingerprint: string;
  /**
   * Ends the serving of this database, restores a backup and serves that. Undefined where only the command line restores. The
   * replaced database is kept.
   */
  readonly restore: ((file: string, byStaffId: string | null) => Promise<void>) | undefined;
  /** The services outside of it that owners may set up here; undefined in a sandbox, which has its own. */
  readonly services: ServicesPort | undefined;
}

/** The running program, and the machine on which it runs. */
export interface MachinePorts {
  readonly appliance: Appliance;
  /** Undefined for a studio in memory. */
  readonly machine: Machine | undefined;
}
