import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { APPLICATION_ID } from '../database.ts';
import { schemaOf } from '../migrate.ts';

/** What is known of the content of a backup; read from the copy itself, so that it tells what can be restored. */
interface Content {
  /** The schema number of the database. */
  readonly schema: number;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** The fingerprint of `studiod.key`, without which the secrets in it cannot be read. */
  readonly keyFingerprint: string | null;
}

/** What lies beside a backup as `<name>.json`. */
export interface Manifest extends Content {
  /** The name of the database file in the same folder. */
  readonly file: string;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  /** The program that made it. */
  readonly release: string;
  readonly bytes: number;
  /** Of the file, in hex. */
  readonly sha256: string;
}

/** A backup cannot be made, is damaged, or is none; the message says what to do. */
export class BadBackup extends Error {}

const CHUNK = 1024 * 1024;

/** SHA-256 of a file in hex, read piece by piece. */
export const digestOf = (path: string): string => {
  const digest = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      digest.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return digest.digest('hex');
};

/** Sees to it that what was written survives a loss of power; of a folder: its names. */
export const settle = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const contentOf = (db: Database, path: string): Content => {
  const [application] = Object.values(db.query('PRAGMA application_id').get() as object);
  if (application !== APPLICATION_ID) throw new BadBackup(`${path} is no database of studiod.`);
  const [sound] = db.query('PRAGMA quick_check(1)').values().flat();
  if (sound !== 'ok') throw new BadBackup(`${path} is damaged (${sound}). Use another backup.`);
  const [orphan] = db.query('PRAGMA foreign_key_check').values();
  if (orphan !== undefined) {
    throw new BadBackup(`${path} holds rows of '${orphan[0]}' that refer to nothing. Use another backup.`);
  }
  const names = db
    .query("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .values()
    .flat() as string[];
  const count = (name: string): number => (db.query(`select count(*) as n from "${name}"`).get() as { n: number }).n;
  const key = db.query("select value from appliance where name = 'sealingKey'").get() as { value: string } | null;
  return {
    schema: schemaOf(db),
    counts: Object.fromEntries(names.map((name) => [name, count(name)])),
    keyFingerprint: key?.value ?? null,
  };
};

/**
 * Checks a database file that nobody has open and tells what is in it.
 * @throws BadBackup when it is damaged, or no database of studiod.
 */
const inspect = (path: string): Content => {
  let db: Database | undefined;
  try {
    db = new Database(path, { readonly: true, strict: true });
    return contentOf(db, path);
  } catch (error) {
    if (error instanceof BadBackup) throw error;
    throw new BadBackup(`${path} cannot be read as a database: ${(error as Error).message}.`);
  } finally {
    db?.close();
  }
};

/** Removes a file as far as that can be done: what went wrong before is what is told. */
const discard = (path: string): void => {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder itself is the trouble.
  }
};

const manifestPath = (path: string): string => path.replace(/\.db$/, '.json');

/** What a backup is made of. */
interface Making {
  /** A connection; others may write meanwhile, and the copy shows one moment. */
  readonly db: Database;
  readonly directory: string;
  /** Without ending. */
  readonly name: string;
  readonly release: string;
  /** ISO 8601 instant. */
  readonly now: string;
}

/**
 * Copies the database into `<name>.db`, checks the copy and renames it into place with its manifest: under its name
 * there is a whole backup or none. It takes as long as the disk does and holds up its thread, but no other process.
 * @throws BadBackup when it cannot be made.
 */
export const makeBackup = ({ db, directory, name, release, now }: Making): Manifest => {
  const path = join(directory, `${name}.db`);
  const part = `${path}.part`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    db.query('vacuum into ?').run(part);
    const content = inspect(part);
    settle(part);
    const { size: bytes } = statSync(part);
    const manifest: Manifest = {
      ...{ file: basename(path), createdAt: now, release, bytes, sha256: digestOf(part) },
      ...content,
    };
    writeFileSync(`${manifestPath(path)}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    settle(`${manifestPath(path)}.part`);
    renameSync(part, path);
    renameSync(`${manifestPath(path)}.part`, manifestPath(path));
    settle(directory);
    return manifest;
  } catch (error) {
    discard(part);
    discard(`${manifestPath(path)}.part`);
    throw new BadBackup(
      `No backup was made in ${directory}: ${(error as Error).message}. Nothing else is changed; make room or name another --backup-dir.`,
    );
  }
};

/** The manifest beside a backup; undefined where there is none. @throws BadBackup when it cannot be read. */
export const manifestOf = (path: string): Manifest | undefined => {
  const beside = manifestPath(path);
  if (beside === path || !existsSync(beside)) return undefined;
  try {
    return JSON.parse(readFileSync(beside, 'utf8')) as Manifest;
  } catch (error) {
    throw new BadBackup(`${beside} is no manifest: ${(error as Error).message}.`);
  }
};

/**
 * Holds a backup against its manifest, where it has one, and its content against itself.
 * @throws BadBackup telling what does not fit.
 */
export const verifyBackup = (path: string): Content => {
  if (!existsSync(path)) throw new BadBackup(`There is no file ${path}. See: studiod backup list`);
  const manifest = manifestOf(path);
  if (manifest !== undefined && digestOf(path) !== manifest.sha256) {
    throw new BadBackup(`${path} is not the file that was backed up: its SHA-256 differs. Use another backup.`);
  }
  const content = inspect(path);
  for (const [table, count] of Object.entries(manifest?.counts ?? {})) {
    if (content.counts[table] !== count) {
      throw new BadBackup(
        `${path} has ${content.counts[table] ?? 'no'} rows of '${table}', not ${count}. Use another.`,
      );
    }
  }
  return content;
};

/** The backups in a folder by their manifests, newest first; what has none is no finished backup. */
export const listBackups = (directory: string): Manifest[] =>
  (existsSync(directory) ? readdirSync(directory) : [])
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => manifestOf(join(directory, name)) ?? [])
    .sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1));

/** Removes a backup and its manifest. */
export const removeBackup = (directory: string, { file }: Manifest): void => {
  rmSync(manifestPath(join(directory, file)), { force: true });
  rmSync(join(directory, file), { force: true });
};

/** Removes what backups that were cut short left behind before an instant (epoch ms). */
export const removeUnfinished = (directory: string, before: number): void => {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  for (const name of names.filter((each) => /\.(?:db|json)\.part$/.test(each))) {
    if (statSync(join(directory, name)).mtimeMs < before) discard(join(directory, name));
  }
};
