import { afterEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Caller } from '../../../../src/kernel/caller.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { removeUnusedFiles, useFiles } from '../../../../src/resources/content-media/files.ts';
import { deleteMedia } from '../../../../src/resources/content-media/media.ts';
import { ContentMedia, MediaFile } from '../../../../src/resources/content-media/record.ts';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { until } from '../../../helpers/process.ts';
import { finished, sha256, tusClient, UPLOADS } from './client.ts';

const clip = await Bun.file(mediaFile('clip.mp4')).bytes();

const EVERYTHING: Caller = {
  credentialId: 'test',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

const open: Studio[] = [];
const openOne = async (options: Parameters<typeof openStudio>[0] = {}): Promise<Studio> => {
  const studio = await openStudio(options);
  open.push(studio);
  return studio;
};
afterEach(async () => {
  for (const studio of open.splice(0)) await studio.app.stop();
});

/** The same studio after its process ended, some days later: its database, its files and nothing else. */
const restarted = async (studio: Studio, days = 0): Promise<Studio> => {
  await studio.app.stop();
  const { seal, media } = studio;
  return openOne({ file: studio.db.serialize(), seal, media, startAt: studio.time.now() + days * DAY_MS });
};

/** Lets the hourly jobs run. */
const anHour = (studio: Studio): Promise<unknown> => studio.time.moveTo(studio.time.now() + HOUR_MS);

const idOf = (path: string): string => path.slice(UPLOADS.length + 1);

describe('after a restart', () => {
  test('an upload goes on where it was, and its SHA-256 covers all bytes', async () => {
    const before = await openOne();
    const path = (await tusClient(before).create(clip.length)).headers.get('location') ?? '';
    await tusClient(before).append(path, 0, clip.subarray(0, 4000));
    const studio = await restarted(before);
    const tus = tusClient(studio, before.mainKey);
    expect(await tus.offset(path)).toBe(4000);
    await tus.append(path, 4000, clip.subarray(4000));
    expect(await finished(studio, idOf(path))).toMatchObject({ status: 'ready', checksumSha256: sha256(clip) });
  });

  test('one whose bytes were all received is finished, wherever the process ended', async () => {
    const hash = sha256(clip);
    const row = `update contentMedia set status = 'processing', uploadExpiresAt = null where id = ?`;
    /** What the process had done of an upload whose bytes were all there, when it ended. */
    const cases: Readonly<Record<string, (studio: Studio, id: string, file: string) => void>> = {
      'before it was stored that they are': () => {},
      'after that': (studio, id) => void studio.db.query(row).run(id),
      'before the file was moved': (studio, id) => {
        studio.db.query(row).run(id);
        studio.db.query('update contentMedia set fileSha256 = ? where id = ?').run(hash, id);
      },
      'after the file was moved': (studio, id, file) => {
        studio.db.query(row).run(id);
        studio.db.query('update contentMedia set fileSha256 = ? where id = ?').run(hash, id);
        const now = studio.store.view().now;
        studio.db.query('insert into mediaFiles values (?, ?, ?, ?, ?)').run(hash, clip.length, now, now, now);
        mkdirSync(dirname(studio.media.path(hash)), { recursive: true });
        renameSync(file, studio.media.path(hash));
      },
    };
    for (const [where, leave] of Object.entries(cases)) {
      const before = await openOne();
      const path = (await tusClient(before).create(clip.length)).headers.get('location') ?? '';
      await tusClient(before).append(path, 0, clip.subarray(0, 10));
      const file = join(await before.media.uploads(), idOf(path));
      writeFileSync(file, clip);
      leave(before, idOf(path), file);
      const studio = await restarted(before);
      const { status, checksumSha256 } = await finished(studio, idOf(path));
      expect([where, status, checksumSha256]).toEqual([where, 'ready', hash]);
      expect(await (await studio.media.open(hash))?.bytes()).toEqual(clip);
      expect(readdirSync(await studio.media.uploads())).toEqual([]);
      expect(studio.db.query('select unusedSince from mediaFiles').all()).toEqual([{ unusedSince: null }]);
    }
  });

  test('bytes whose checksum could not be verified any more are sent again', async () => {
    const before = await openOne();
    const path = (await tusClient(before).create(clip.length)).headers.get('location') ?? '';
    await tusClient(before).append(path, 0, clip.subarray(0, 1000));
    before.db.query('update contentMedia set uploadKeptBytes = 1000 where id = ?').run(idOf(path));
    writeFileSync(join(await before.media.uploads(), idOf(path)), clip);
    const studio = await restarted(before);
    const tus = tusClient(studio, before.mainKey);
    expect(await tus.offset(path)).toBe(1000);
    await tus.append(path, 1000, clip.subarray(1000));
    expect(await finished(studio, idOf(path))).toMatchObject({ checksumSha256: sha256(clip) });
  });

  test('what forms left behind is removed; lost bytes make an upload errored', async () => {
    const before = await openOne();
    const folder = await before.media.uploads();
    const path = (await tusClient(before).create(10)).headers.get('location') ?? '';
    before.db.query(`update contentMedia set status = 'processing' where id = ?`).run(idOf(path));
    renameSync(join(folder, idOf(path)), join(folder, 'form-left'));
    const studio = await restarted(before);
    expect(await finished(studio, idOf(path))).toMatchObject({ status: 'errored' });
    await until(() => readdirSync(folder).length === 0);
  });
});

describe('unfinished uploads', () => {
  test('are forgotten after 7 days', async () => {
    const first = await openOne();
    const path = (await tusClient(first).create(clip.length)).headers.get('location') ?? '';
    await tusClient(first).append(path, 0, clip.subarray(0, 100));
    const studio = await restarted(first, 6.99);
    const tus = tusClient(studio, first.mainKey);
    await anHour(studio);
    expect((await tus.send('HEAD', path)).status).toBe(404);
    await until(async () => readdirSync(await studio.media.uploads()).length === 0);
    expect((await studio.get(`/manage/content/media/${idOf(path)}`)).status).toBe(404);
  });

  test('are there for 7 days', async () => {
    const first = await openOne();
    const path = (await tusClient(first).create(clip.length)).headers.get('location') ?? '';
    await tusClient(first).append(path, 0, clip.subarray(0, 100));
    const studio = await restarted(first, 6.9);
    await anHour(studio);
    expect(await tusClient(studio, first.mainKey).offset(path)).toBe(100);
  });
});

test('what was received of a media that is deleted meanwhile is removed', async () => {
  const studio = await openOne();
  const tus = tusClient(studio);
  const [deleted, kept] = [(await tus.create(10)).headers, (await tus.create(10)).headers].map(
    (headers) => headers.get('location') ?? '',
  );
  for (const path of [deleted, kept]) await tus.append(String(path), 0, 'abc');
  const id = idOf(String(deleted));
  expect((await studio.delete(`/manage/content/media/${id}`)).status).toBe(200);
  await anHour(studio);
  await until(async () => !readdirSync(await studio.media.uploads()).includes(id));
  expect(await tus.offset(String(kept))).toBe(3);
});

describe('files to which nothing refers', () => {
  const isThere = (studio: Studio): boolean => existsSync(studio.media.path(sha256(clip)));
  const remove = (studio: Studio, id: string | undefined) =>
    studio.store.write((tx) => {
      const row = ContentMedia.rows.find(tx, String(id));
      if (row !== undefined) deleteMedia(tx, EVERYTHING, row);
    });

  test('are removed after 7 days, and not while another media has the same bytes', async () => {
    let studio = await openOne();
    const key = studio.mainKey;
    const ids = [await tusClient(studio).upload(clip), await tusClient(studio).upload(clip)];
    for (const id of ids) await finished(studio, id);
    await remove(studio, ids[0]);
    studio = await restarted(studio, 9);
    await anHour(studio);
    expect(isThere(studio)).toBe(true);
    await remove(studio, ids[1]);
    studio = await restarted(studio, 6.9);
    await anHour(studio);
    expect(isThere(studio)).toBe(true);
    studio = await restarted(studio, 0.1);
    await anHour(studio);
    await until(() => !isThere(studio));
    await until(() => studio.db.query('select id from mediaFiles').all().length === 0);
    // The same bytes can come again.
    expect(await finished(studio, await tusClient(studio, key).upload(clip))).toMatchObject({ status: 'ready' });
    expect(isThere(studio)).toBe(true);
  });

  test('stay when they are used again before', async () => {
    let studio = await openOne();
    const key = studio.mainKey;
    const id = await tusClient(studio).upload(clip);
    await finished(studio, id);
    await remove(studio, id);
    studio = await restarted(studio, 6);
    await finished(studio, await tusClient(studio, key).upload(clip));
    studio = await restarted(studio, 9);
    await anHour(studio);
    expect(isThere(studio)).toBe(true);
  });

  test('stay when they are used in the moment of their removal', async () => {
    const studio = await openOne();
    const { store, media } = studio;
    const id = await tusClient(studio).upload(clip);
    await finished(studio, id);
    const [hash, before] = [sha256(clip), new Date(studio.time.now() - 8 * DAY_MS).toISOString()];
    await store.write((tx) => MediaFile.rows.update(tx, hash, { unusedSince: before }));
    const used = store.write((tx) => useFiles(tx, hash));
    await removeUnusedFiles({ store, media }, new AbortController().signal);
    await used;
    expect([isThere(studio), MediaFile.rows.find(store.view(), hash)?.unusedSince]).toEqual([true, null]);
  });

  test('are found when no row knows them, as after a backup was restored', async () => {
    let studio = await openOne();
    const hash = sha256(clip);
    mkdirSync(dirname(studio.media.path(hash)), { recursive: true });
    writeFileSync(studio.media.path(hash), clip);
    await studio.time.skipTo(studio.time.now() + 0.85 * DAY_MS);
    await until(() => studio.db.query('select id from mediaFiles').all().length === 1);
    expect(isThere(studio)).toBe(true);
    studio = await restarted(studio, 7);
    await anHour(studio);
    await until(() => !isThere(studio));
  });
});
