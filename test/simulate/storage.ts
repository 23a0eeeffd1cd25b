// The nightly backups of a studio, and their copies in an object storage.

import type { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pruneBackups, stampOf } from '../../src/cli/backups.ts';
import { besideBackups } from '../../src/cli/media-files.ts';
import { Copies } from '../../src/cli/targets/copies.ts';
import { type Manifest, makeBackup, manifestPath } from '../../src/database/backup/backup.ts';
import { errorMessage } from '../../src/kernel/errors.ts';
import type { Choices } from '../helpers/seeded.ts';
import { makeFolder } from './disk.ts';
import { openObjectStore } from './object-store.ts';

/** How a backup was when it was made. */
interface Made {
  readonly createdAt: string;
  readonly sha256: string;
  readonly manifest: string;
  readonly media: readonly string[];
}

/** How the copying of a night has ended. */
interface Ended {
  readonly said: 'done' | 'failed' | 'killed';
  readonly problem: string;
  readonly mishaps: readonly string[];
}

/** A studio has so many soon. */
const USUAL_MEDIA = 3;

const sha256Of = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

const placeOf = (folder: string, sha256: string): string =>
  join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

export const openStorage = (choose: Choices) => {
  const folder = makeFolder();
  const directory = join(folder, 'backups');
  const store = openObjectStore(choose);
  const made = new Map<string, Made>();
  /** Files of media that there ever were, and those that are used now. */
  const known = new Map<string, Uint8Array>();
  const used = new Set<string>();
  let last: string | undefined;
  let ended: Ended | undefined;
  const wrong: string[] = [];

  /** Pictures are uploaded and removed, and some of the removed ones uploaded again. */
  const changeMedia = (): void => {
    if (known.size < USUAL_MEDIA || choose.once(3)) {
      const bytes = Uint8Array.from({ length: 1 + choose.below(4_000) }, () => choose.below(256));
      known.set(sha256Of(bytes), bytes);
      used.add(sha256Of(bytes));
    }
    const again = choose.of([...known.keys()]);
    if (choose.once(5) && again !== undefined) used.add(again);
    const unused = choose.of([...used]);
    if (choose.once(4) && unused !== undefined) used.delete(unused);
  };

  const backUp = (db: Database, now: number): void => {
    const createdAt = new Date(now).toISOString();
    const name = `studiod-${stampOf(createdAt)}`;
    const path = join(directory, `${name}.db`);
    if (existsSync(path)) return;
    const plain = makeBackup({ db, directory, name, release: 'test', now: createdAt });
    changeMedia();
    for (const sha256 of used) {
      const place = placeOf(besideBackups(directory), sha256);
      mkdirSync(dirname(place), { recursive: true });
      if (!existsSync(place)) writeFileSync(place, known.get(sha256) ?? '');
    }
    const media = [...used].sort().map((sha256) => ({ sha256, sizeBytes: known.get(sha256)?.length ?? 0 }));
    const manifest: Manifest = { ...plain, media };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(manifestPath(path), text);
    made.set(manifest.file, { createdAt, sha256: plain.sha256, manifest: text, media: [...used] });
    last = manifest.file;
    pruneBackups(directory, now);
  };

  const copy = async (now: number): Promise<Ended> => {
    store.begin(true);
    const { target, killed } = store.open();
    const [said, problem] = await Promise.race([
      new Copies(target, undefined).update(directory, now).then(
        () => ['done', ''] as const,
        (error: unknown) => ['failed', errorMessage(error)] as const,
      ),
      killed.then(() => ['killed', ''] as const),
    ]);
    return { said, problem, mishaps: store.mishaps() };
  };

  /** Brings a copy back, with its media, and looks whether all of it is as it was. Returns its path; undefined when it does not come. */
  const fetch = async (file: string, mustCome: boolean): Promise<string | undefined> => {
    store.begin(false);
    const scratch = mkdtempSync(join(folder, 'fetched-'));
    const media = join(scratch, 'media');
    const was = made.get(file);
    try {
      const path = await new Copies(store.open().target, undefined).fetch({ file, encrypted: false }, scratch, media);
      if (sha256Of(readFileSync(path)) !== was?.sha256) wrong.push('a copy comes back as another database');
      if (readFileSync(manifestPath(path), 'utf8') !== was?.manifest)
        wrong.push('a copy comes back with another manifest');
      for (const sha256 of was?.media ?? []) {
        const place = placeOf(media, sha256);
        const isThere = existsSync(place);
        if (!isThere && mustCome) wrong.push('a copy comes back without its media');
        if (isThere && sha256Of(readFileSync(place)) !== sha256) wrong.push('a copy comes back with other media');
      }
      return path;
    } catch (error) {
      if (mustCome && store.mishaps().length === 0) wrong.push(`a copy does not come back: ${errorMessage(error)}`);
      rmSync(scratch, { recursive: true });
      return undefined;
    }
  };

  return {
    store,
    made: made as ReadonlyMap<string, Made>,
    /** What was wrong with what came back, since it was asked last. */
    wrong: (): string[] => wrong.splice(0),
    /** Makes a backup and copies what the storage lacks: what failed on one night is tried again on the next. */
    async night(db: Database, now: number): Promise<Ended> {
      backUp(db, now);
      ended = await copy(now);
      const isWhole = ended.said === 'done' && ended.mishaps.length === 0;
      const file = choose.of([...store.objects.keys()].filter((name) => made.has(name)));
      const path = file === undefined ? undefined : await fetch(file, isWhole);
      if (path !== undefined) rmSync(dirname(path), { recursive: true });
      return ended;
    },
    /** The last backup, as the storage gives it back; undefined when it does not. */
    async restore(): Promise<string | undefined> {
      return last === undefined ? undefined : fetch(last, ended?.said === 'done' && ended.mishaps.length === 0);
    },
    end: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};

export type Storage = ReturnType<typeof openStorage>;
