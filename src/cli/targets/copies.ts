import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups, type Manifest, manifestPath, parseManifest } from '../../database/backup/backup.ts';
import type { Bytes } from '../../database/backup/byte-reader.ts';
import { BackupError, type NeededFile } from '../../database/backup/content.ts';
import type { BackupCipher } from '../../database/backup/encryption.ts';
import { expiredBackups } from '../../database/backup/retention.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { unreported } from '../../kernel/report.ts';
import { besideBackups, fileSizeOf } from '../media-files.ts';
import { readFile, writeFile } from './directory.ts';
import type { Stored, Target } from './target.ts';

/** Added to the name of an encrypted file. */
const ENCRYPTED = '.enc';

/** A backup at a target. It is there when its manifest is, which is written last and removed first. */
export interface Copy {
  readonly file: string;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  /** Of the database as it is stored. */
  readonly bytes: number;
  readonly encrypted: boolean;
}

export interface WantedCopy {
  readonly file: string;
  readonly encrypted: boolean | undefined;
}

/** Backups of the server and of `backup create`: `studiod-20260308T041700000Z.db`. Others are not copied. */
const COPIED = /^studiod-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;
const instantOf = (file: string): string | undefined => {
  const [, year, month, day, hour, minute, second, thousandths] = COPIED.exec(file) ?? [];
  return year && `${year}-${month}-${day}T${hour}:${minute}:${second}.${thousandths}Z`;
};

type Files = ReadonlyMap<string, number>;

const filesOf = async (target: Target): Promise<Map<string, number>> =>
  new Map((await target.list()).map(({ name, bytes }: Stored) => [name, bytes]));

const copiesIn = (files: Files): Copy[] =>
  [...files]
    .flatMap(([name, bytes]): Copy[] => {
      const encrypted = name.endsWith(ENCRYPTED);
      const file = encrypted ? name.slice(0, -ENCRYPTED.length) : name;
      const createdAt = instantOf(file);
      const isWhole = files.has(manifestPath(file) + (encrypted ? ENCRYPTED : ''));
      return createdAt === undefined || !isWhole ? [] : [{ file, createdAt, bytes, encrypted }];
    })
    .sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1));

/** Whether a file is at a target, and was not cut off: what is stored has no fewer bytes than the file, encrypted or not. */
const hasWhole = (files: Files, name: string, bytes = 0): boolean => (files.get(name) ?? -1) >= bytes;

/** What is left of copies that were never finished, or not removed to the end, from before an instant (epoch ms). */
const leftoversIn = (files: Files, known: ReadonlyMap<string, unknown>, before: number): string[] =>
  [...files.keys()].filter((name) => {
    const file = name.replace(/\.enc$/, '').replace(/\.json$/, '.db');
    const createdAt = instantOf(file);
    return createdAt !== undefined && !known.has(file) && Date.parse(createdAt) < before;
  });

/** The backups at a target, newest first. */
export const listCopies = async (target: Target): Promise<Copy[]> => copiesIn(await filesOf(target));

const mediaName = (sha256: string): string => `media/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/** After this many bytes their buffers are freed: they are outside of the heap, where they do not press for it. */
const FREE_EVERY_BYTES = 32 * 1024 * 1024;

/** Passes bytes on, and adds them to a digest. Its memory does not grow with their number. */
async function* digested(source: Bytes, digest: Bun.CryptoHasher): Bytes {
  let passed = 0;
  for await (const piece of source) {
    digest.update(piece);
    passed += piece.length;
    yield piece;
    if (passed < FREE_EVERY_BYTES) continue;
    Bun.gc(true);
    passed = 0;
  }
}

async function* once(bytes: Uint8Array): Bytes {
  yield bytes;
}

const digestOfBytes = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** The files of one target, encrypted where there is a cipher. */
export class Copies {
  readonly #target: Target;
  readonly #cipher: BackupCipher | undefined;

  constructor(target: Target, cipher: BackupCipher | undefined) {
    this.#target = target;
    this.#cipher = cipher;
  }

  /**
   * Copies the backups of a directory that the target lacks, newest first, with the files of media beside them, and
   * removes what retention does not keep there.
   * @param now epoch ms
   * @param report says how many of the backups are done
   * @throws Error with every problem. What could be copied is copied then.
   */
  async update(
    directory: string,
    now: number,
    report = unreported,
  ): Promise<{ copied: Manifest[]; removed: string[] }> {
    const files = await filesOf(this.#target);
    const local = listBackups(directory).filter(({ file }) => instantOf(file) !== undefined);
    const all = new Map([...copiesIn(files), ...local].map(({ file, createdAt }) => [file, { file, createdAt }]));
    const newestFirst = [...all.values()].sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
    const expired = new Set(expiredBackups(newestFirst, now).map(({ file }) => file));
    const copied: Manifest[] = [];
    const problems: string[] = [];
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      await work().catch((error: unknown) => problems.push(errorMessage(error)));
    };
    const kept = local.filter(({ file }) => !expired.has(file));
    for (const [at, backup] of kept.entries()) {
      report(`copying ${backup.file} to ${this.#target.name}`, at, kept.length);
      if (!this.#isCopied(directory, backup, files)) {
        await attempt(async () => {
          await this.#copy(directory, backup, files);
          copied.push(backup);
        });
      }
      await attempt(() => this.#copyMedia(directory, backup.media ?? [], files));
    }
    const removed = newestFirst.map(({ file }) => file).filter((file) => expired.has(file) && this.#has(files, file));
    for (const file of removed) await attempt(() => this.#remove(files, file));
    for (const name of leftoversIn(files, all, now - DAY_MS)) await attempt(() => this.#target.remove(name));
    await attempt(() => this.#removeMedia(directory, files, expired));
    if (problems.length > 0) throw new Error(`${this.#target.name}: ${[...new Set(problems)].join(' ')}`);
    return { copied, removed };
  }

  /**
   * Brings a backup from the target into a directory, where `restore` finds it, and its files of media into a folder.
   * @param wanted.encrypted which one, where the target has both; undefined for either.
   * @throws BackupError when it is not there, damaged, or encrypted with another key.
   */
  async fetch({ file, encrypted: form }: WantedCopy, directory: string, mediaFolder: string): Promise<string> {
    const files = await filesOf(this.#target);
    const copy = copiesIn(files).find((each) => each.file === file && each.encrypted === (form ?? each.encrypted));
    if (copy === undefined) throw new BackupError(`${this.#target.name} has no ${file}. Run 'studiod backup list'.`);
    const text = await this.#manifestText(files, copy);
    const manifest = this.#parse(file, text);
    if (manifest.file !== file) throw new BackupError(`${this.#target.name} has ${manifest.file} in place of ${file}.`);
    const path = join(directory, file);
    await this.#download(files, file, copy.encrypted, path, manifest.sha256);
    for (const { sha256 } of manifest.media ?? []) {
      const name = mediaName(sha256);
      const encrypted = files.has(name + ENCRYPTED);
      const place = join(mediaFolder, ...name.split('/').slice(1));
      if (existsSync(place) || (!encrypted && !files.has(name))) continue;
      await this.#download(files, name, encrypted, place, sha256);
    }
    await writeFile(manifestPath(path), once(text));
    return path;
  }

  get #suffix(): string {
    return this.#cipher === undefined ? '' : ENCRYPTED;
  }

  #isCopied(directory: string, { file, bytes }: Manifest, files: Files): boolean {
    const manifest = manifestPath(file);
    return (
      hasWhole(files, file + this.#suffix, bytes) &&
      hasWhole(files, manifest + this.#suffix, fileSizeOf(join(directory, manifest)))
    );
  }

  async #copy(directory: string, backup: Manifest, files: Files): Promise<void> {
    const path = join(directory, backup.file);
    // One that was cut off must not stand for the database that is sent now.
    const cut = manifestPath(backup.file) + this.#suffix;
    if (files.has(cut)) await this.#target.remove(cut);
    await this.#put(backup.file, () => readFile(path), backup.bytes, backup.sha256, path);
    const manifest = readFileSync(manifestPath(path));
    await this.#put(manifestPath(backup.file), () => once(manifest), manifest.length, digestOfBytes(manifest), path);
  }

  async #copyMedia(directory: string, needed: readonly NeededFile[], files: Map<string, number>): Promise<void> {
    for (const { sha256, sizeBytes } of needed) {
      const name = mediaName(sha256);
      const path = join(besideBackups(directory), ...name.split('/').slice(1));
      if (hasWhole(files, name + this.#suffix, sizeBytes) || fileSizeOf(path) !== sizeBytes) continue;
      await this.#put(name, () => readFile(path), sizeBytes, sha256, path);
      files.set(name + this.#suffix, sizeBytes);
    }
  }

  /** Stores a file, and reads it back: what can be opened, and has the SHA-256, is a copy. Otherwise it is removed. */
  async #put(name: string, open: () => Bytes, bytes: number, sha256: string, path: string): Promise<void> {
    const cipher = this.#cipher;
    const stored = cipher === undefined ? name : name + ENCRYPTED;
    let sent = new Bun.CryptoHasher('sha256');
    let size = bytes;
    await this.#target.put(stored, async () => {
      sent = new Bun.CryptoHasher('sha256');
      const plain = { bytes: digested(open(), sent), size: bytes };
      const form = cipher === undefined ? plain : await cipher.encrypt(plain.bytes, bytes);
      size = form.size;
      return form;
    });
    try {
      if (sent.digest('hex') !== sha256) {
        throw new BackupError(`${path} is not the file that was backed up: its SHA-256 differs. It was not copied.`);
      }
      const read = new Bun.CryptoHasher('sha256');
      for await (const _ of digested(this.#read(stored, size, cipher !== undefined), read));
      if (read.digest('hex') !== sha256)
        throw new BackupError(`The copy of ${name} differs from the original. Check the target.`);
    } catch (error) {
      await this.#target.remove(stored);
      throw error;
    }
  }

  #read(stored: string, bytes: number, encrypted: boolean): Bytes {
    const source = this.#target.get(stored, bytes);
    if (!encrypted) return source;
    if (this.#cipher === undefined) {
      throw new BackupError(`${stored} is encrypted. Set its key with STUDIOD_BACKUP_KEY_FILE.`);
    }
    return this.#cipher.decrypt(source, stored);
  }

  async #manifestText(files: Files, { file, encrypted }: Copy): Promise<Buffer> {
    const name = manifestPath(file) + (encrypted ? ENCRYPTED : '');
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#read(name, files.get(name) ?? 0, encrypted)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async #download(files: Files, name: string, encrypted: boolean, path: string, sha256: string): Promise<void> {
    const stored = encrypted ? name + ENCRYPTED : name;
    const read = new Bun.CryptoHasher('sha256');
    async function* checked(source: Bytes): Bytes {
      yield* digested(source, read);
      if (read.digest('hex') !== sha256)
        throw new BackupError(`${stored} is damaged: its SHA-256 differs. Use another backup.`);
    }
    await writeFile(path, checked(this.#read(stored, files.get(stored) ?? 0, encrypted)));
  }

  #has(files: Files, file: string): boolean {
    return files.has(file) || files.has(file + ENCRYPTED);
  }

  async #remove(files: Files, file: string): Promise<void> {
    for (const name of [manifestPath(file), manifestPath(file) + ENCRYPTED, file, file + ENCRYPTED]) {
      if (files.has(name)) await this.#target.remove(name);
    }
  }

  #parse(file: string, text: Buffer): Manifest {
    return parseManifest(`${this.#target.name}: ${manifestPath(file)}`, text.toString());
  }

  /** @throws BackupError when it is not there, damaged, or encrypted with another key. */
  async #manifest(files: Files, copy: Copy): Promise<Manifest> {
    return this.#parse(copy.file, await this.#manifestText(files, copy));
  }

  /** Removes the files of media that no backup needs, neither one at the target nor one beside the database. */
  async #removeMedia(directory: string, files: Files, expired: ReadonlySet<string>): Promise<void> {
    const stored = [...files.keys()].filter((name) => /^media\/..\/..\/[0-9a-f]{64}(?:\.enc)?$/.test(name));
    if (stored.length === 0) return;
    const local = new Map(listBackups(directory).map((backup) => [backup.file, backup]));
    const needed = new Set([...local.values()].flatMap(({ media = [] }) => media.map(({ sha256 }) => sha256)));
    for (const copy of copiesIn(files).filter(({ file }) => !expired.has(file) && !local.has(file))) {
      // A copy that is damaged, or was encrypted with another key, does not say what it needs.
      const manifest = await this.#manifest(files, copy).catch(() => undefined);
      if (manifest === undefined) return;
      for (const { sha256 } of manifest.media ?? []) needed.add(sha256);
    }
    for (const name of stored) {
      if (!needed.has(name.slice('media/aa/bb/'.length).replace(ENCRYPTED, ''))) await this.#target.remove(name);
    }
  }
}
