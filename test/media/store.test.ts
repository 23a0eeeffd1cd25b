import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOfFile } from '../../src/media/store.ts';
import { openMedia } from '../helpers/media.ts';

const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** A file that was received, with these bytes. */
const received = async (media: ReturnType<typeof openMedia>, name: string, bytes: string): Promise<string> => {
  const path = join(await media.uploads(), name);
  writeFileSync(path, bytes);
  return path;
};

describe('a file that is put into the store', () => {
  test('is kept by its SHA-256, for its owner only, and no longer where it was', async () => {
    const media = openMedia();
    const path = await received(media, 'one', 'some bytes');
    const sha256 = digestOf('some bytes');

    expect(await media.put(path)).toEqual({ sha256, sizeBytes: 10 });

    expect(media.path(sha256)).toBe(join(media.directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    expect(existsSync(path)).toBe(false);
    expect(statSync(dirname(media.path(sha256))).mode & 0o777).toBe(0o700);
    expect(await (await media.open(sha256))?.text()).toBe('some bytes');
  });

  test('is kept once, however often it comes', async () => {
    const media = openMedia();
    const first = await media.put(await received(media, 'one', 'same'));
    const second = await media.put(await received(media, 'two', 'same'), first.sha256);

    expect(second).toEqual(first);
    expect(readdirSync(dirname(media.path(first.sha256)))).toEqual([first.sha256]);
    expect(readdirSync(await media.uploads())).toEqual([]);
    // One that was cut short is replaced.
    writeFileSync(media.path(first.sha256), 'sa');
    await media.put(await received(media, 'three', 'same'));
    expect(await (await media.open(first.sha256))?.text()).toBe('same');
  });

  test('is removed, and removing it again is no error', async () => {
    const media = openMedia();
    const { sha256 } = await media.put(await received(media, 'one', 'gone'));
    await media.remove(sha256);
    await media.remove(sha256);
    expect(await media.open(sha256)).toBeUndefined();
  });
});

describe('no name leads out of the store', () => {
  const others = [
    '..',
    '../../etc/passwd',
    '%2e%2e',
    'a\0b',
    'x'.repeat(5000),
    '',
    'A'.repeat(64),
    `${'a'.repeat(63)}/`,
  ];
  for (const name of others) {
    test(JSON.stringify(name.slice(0, 20)), async () => {
      const media = openMedia();
      expect(() => media.path(name)).toThrow('SHA-256');
      await expect(media.open(name)).rejects.toThrow('SHA-256');
      expect(() => media.remove(name)).toThrow('SHA-256');
    });
  }

  test('a link in place of a file is not followed', async () => {
    const media = openMedia();
    const sha256 = digestOf('elsewhere');
    mkdirSync(dirname(media.path(sha256)), { recursive: true });
    symlinkSync('/etc/passwd', media.path(sha256));
    expect(await media.open(sha256)).toBeUndefined();
  });

  test('a link in place of a folder is not followed', async () => {
    const media = openMedia();
    const { sha256 } = await media.put(await received(media, 'one', 'moved'));
    const folder = join(media.directory, sha256.slice(0, 2));
    const elsewhere = `${media.directory}-elsewhere`;
    mkdirSync(join(elsewhere, sha256.slice(2, 4)), { recursive: true });
    writeFileSync(join(elsewhere, sha256.slice(2, 4), sha256), 'moved');
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    expect(await media.open(sha256)).toBeUndefined();
  });

  test('a link to the whole store is followed, and a folder in place of a file is not one', async () => {
    const media = openMedia();
    const elsewhere = `${media.directory}-disk`;
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, media.directory);
    const { sha256 } = await media.put(await received(media, 'one', 'on a disk'));
    expect(await (await media.open(sha256))?.text()).toBe('on a disk');
    await media.remove(sha256);
    mkdirSync(media.path(sha256));
    expect(await media.open(sha256)).toBeUndefined();
  });
});

test('works on one file run one after the other, and on others at the same time', async () => {
  const media = openMedia();
  const log: string[] = [];
  const work = (name: string, turns: number) => async () => {
    log.push(`${name} begins`);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'failing') throw new Error('failed');
    return name;
  };
  const failing = media.exclusively('a', work('failing', 5));
  const results = Promise.all([media.exclusively('a', work('second', 1)), media.exclusively('b', work('other', 1))]);
  await expect(failing).rejects.toThrow('failed');
  expect(await results).toEqual(['second', 'other']);
  expect(log.indexOf('second begins')).toBeGreaterThan(log.indexOf('failing ends'));
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('failing ends'));
});

test('the digest of a file is the digest of its bytes, for many chunks too', async () => {
  const media = openMedia();
  const bytes = new Uint8Array(3_500_000).map((_, index) => index % 251);
  const path = join(await media.uploads(), 'large');
  writeFileSync(path, bytes);
  expect(await digestOfFile(path)).toBe(digestOf(bytes));
});

test('clearing it removes its own folders only', async () => {
  const media = openMedia();
  await media.put(await received(media, 'one', 'mine'));
  writeFileSync(join(media.directory, 'notes.txt'), 'of somebody else');
  await media.clear();
  expect(readdirSync(media.directory)).toEqual(['notes.txt']);
  rmSync(join(media.directory, 'notes.txt'));
  await media.clear();
  expect(existsSync(media.directory)).toBe(false);
});

test('the files of the store are not those to which a link leads', async () => {
  const [media, other] = [openMedia(), openMedia()];
  const { sha256 } = await media.put(await received(media, 'one', 'mine'));
  const theirs = await other.put(await received(other, 'one', 'of another store'));
  symlinkSync(join(other.directory, theirs.sha256.slice(0, 2)), join(media.directory, theirs.sha256.slice(0, 2)));
  const found: string[] = [];
  for await (const file of media.files()) found.push(file.sha256);
  expect(found).toEqual([sha256]);
});
