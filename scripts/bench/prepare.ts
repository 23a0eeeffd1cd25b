// The data directories of a run: generated data, and a copy of it for each side.
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { syncToDisk } from '../../src/database/backup/backup.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrations } from '../../src/database/migrate.ts';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import { runVerb, startService } from './processes.ts';
import { type Seeded, type Size, seed } from './seed.ts';
import { FILE_BYTES, FILE_SHA256 } from './seed-content.ts';

/** The data of a run. `remove` deletes it, except the data that `--keep` keeps. */
export interface Prepared {
  readonly serviceDirectory: string;
  readonly floorDirectory: string;
  readonly floorFile: string;
  /** The file of all media, in the store of the service. */
  readonly mediaFile: string;
  readonly key: string;
  readonly seeded: Seeded;
  remove(): Promise<void>;
}

export interface Known {
  readonly key: string;
  readonly seeded: Seeded;
}

export const DATABASE = 'studiod.db';
const SEALING_KEY = 'studiod.key';

const UNFINISHED = 'select count(*) as "left" from "unfinishedChanges"';
const LOOK_MS = 200;

/** Has the service migrate data of an earlier version, and do what a migration leaves for later: it would run beside the first rows. */
const migrate = async (command: readonly string[], directory: string): Promise<void> => {
  const service = await startService(command, directory);
  const db = openDatabase(join(directory, DATABASE));
  try {
    while (db.query<{ left: number }, []>(UNFINISHED).get()?.left !== 0) await pause(LOOK_MS);
  } finally {
    db.close();
    await service.stop();
  }
};

/** The service itself creates the brand, the first site and the key. The rows are inserted afterwards. @param flags of its first start. */
export const make = async (
  command: readonly string[],
  directory: string,
  size: Size,
  flags: readonly string[] = [],
): Promise<Known> => {
  await (await startService(command, directory, { flags })).stop();
  const args = ['key', 'create', '--data', directory, ...'--name bench --scopes * --tier unlimited --json'.split(' ')];
  const { key } = (await runVerb(command, ...args)) as { key: string };
  const db = openDatabase(join(directory, DATABASE));
  try {
    return { key, seeded: await seed(db, size) };
  } finally {
    db.close();
  }
};

/**
 * Generates the data of a business, or uses the data in `keep`, and copies it for both sides.
 * @param release the command of an earlier version, which makes the schema then: the service migrates its copy.
 */
export const prepare = async (
  command: readonly string[],
  size: Size,
  keep: string | undefined,
  say: (text: string) => void,
  release?: readonly string[],
): Promise<Prepared> => {
  const base = keep === undefined ? await mkdtemp(join(tmpdir(), 'studiod-bench-')) : resolve(keep);
  // Kept data belongs to one schema. For another schema, new data is generated beside it.
  const schema = Bun.hash(migrations.join()).toString(36);
  const original = join(
    base,
    `seeded-${size.clients}-${release === undefined ? schema : Bun.hash(release.join(' ')).toString(36)}`,
  );
  const knownFile = join(original, 'seeded.json');
  if (!existsSync(knownFile)) {
    const startedAt = stopwatch();
    await rm(original, { recursive: true, force: true });
    await mkdir(original, { recursive: true });
    const known = await make(release ?? command, original, size).catch(async (error) => {
      if (keep === undefined) await rm(base, { recursive: true, force: true });
      throw error;
    });
    await Bun.write(knownFile, JSON.stringify(known));
    say(
      `seeded ${size.clients} clients and ${size.bookings} bookings in ${((stopwatch() - startedAt) / 1000).toFixed(1)} s`,
    );
  }
  const { key, seeded } = (await Bun.file(knownFile).json()) as Known;

  const serviceDirectory = join(base, 'service');
  const floorDirectory = join(base, 'floor');
  const copy = async (directory: string, names: readonly string[]): Promise<void> => {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for (const name of names) {
      await copyFile(join(original, name), join(directory, name), constants.COPYFILE_FICLONE);
      // Otherwise the system writes them half a minute later, while requests are measured.
      for (const folder of [original, directory]) syncToDisk(join(folder, name));
    }
  };
  await copy(serviceDirectory, [DATABASE, SEALING_KEY]);
  await copy(floorDirectory, release === undefined ? [DATABASE] : [DATABASE, SEALING_KEY]);
  if (release !== undefined) {
    await migrate(command, serviceDirectory);
    syncToDisk(join(serviceDirectory, DATABASE));
  }
  const mediaFile = join(serviceDirectory, 'media', FILE_SHA256.slice(0, 2), FILE_SHA256.slice(2, 4), FILE_SHA256);
  await mkdir(dirname(mediaFile), { recursive: true });
  await Bun.write(mediaFile, '');
  await truncate(mediaFile, FILE_BYTES);
  return {
    serviceDirectory,
    floorDirectory,
    floorFile: join(floorDirectory, DATABASE),
    mediaFile,
    key,
    seeded,
    remove: async () => {
      const gone = keep === undefined ? [base] : [serviceDirectory, floorDirectory];
      for (const path of gone) await rm(path, { recursive: true, force: true });
    },
  };
};
