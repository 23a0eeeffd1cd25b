import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Bytes } from '../../database/backup/byte-reader.ts';
import { BackupCipher } from '../../database/backup/encryption.ts';
import { backupDirectory } from '../backups.ts';
import { directoryTarget } from './directory.ts';
import { s3Target } from './s3.ts';

export interface Stored {
  /** Its path below the target, with slashes. */
  readonly name: string;
  readonly bytes: number;
}

/** The bytes of a file as they are stored. */
interface Form {
  readonly bytes: Bytes;
  readonly size: number;
}

/** A place for copies of backups. Every method rejects with an Error that says what is wrong. */
export interface Target {
  /** As it is configured: a path, or `s3://bucket/prefix`. It has no secret. */
  readonly name: string;
  list(): Promise<readonly Stored[]>;
  /** Stores a file whole, or not at all. `make` is called for each attempt. */
  put(name: string, make: () => Promise<Form>): Promise<void>;
  get(name: string, bytes: number): Bytes;
  remove(name: string): Promise<void>;
}

/** The target of a path or an address. @throws UsageError when the settings for it are missing. */
export const openTarget = (name: string, config: Config): Target => {
  if (!name.startsWith('s3://')) return directoryTarget(name);
  const { backupS3AccessKeyId: accessKeyId, backupS3SecretAccessKey: secretAccessKey } = config;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new UsageError(`${name} needs STUDIOD_BACKUP_S3_ACCESS_KEY_ID and STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY_FILE.`);
  }
  const { backupS3Endpoint: endpoint, backupS3Region: region } = config;
  return s3Target(name, { accessKeyId, secretAccessKey, endpoint, region });
};

const isSame = (left: string, right: string): boolean => {
  try {
    return realpathSync(left) === realpathSync(right);
  } catch {
    return resolve(left) === resolve(right);
  }
};

/** @throws UsageError when copies cannot be made at a target with these settings. */
export const requireTargets = (config: Config): void => {
  for (const name of config.backupTargets) {
    openTarget(name, config);
    if (!isSame(name, backupDirectory(config))) continue;
    throw new UsageError(
      `--backup-targets: ${name} is the backup directory itself. Choose another one, on another disk.`,
    );
  }
};

/** Encrypts copies; undefined when they are plain. */
export const cipherOf = ({ backupKey }: Config): BackupCipher | undefined =>
  backupKey === undefined ? undefined : new BackupCipher(backupKey);
