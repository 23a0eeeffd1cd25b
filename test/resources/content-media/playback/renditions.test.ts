import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFfmpeg, type Ffmpeg } from '../../../../src/media/ffmpeg.ts';
import type { MediaStore } from '../../../../src/media/store.ts';
import { createRenditions, type Renditions } from '../../../../src/resources/content-media/playback/renditions.ts';
import { ContentMedia, MediaFile, type MediaRow } from '../../../../src/resources/content-media/record.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { newFolder, removeFolder, until } from '../../../helpers/process.ts';
import { ffmpegPath, makeVideo } from '../../../helpers/video.ts';
import { addMedia, newMediaStore } from './set-up.ts';

const program = ffmpegPath();

// apt-get install ffmpeg, or set STUDIOD_TEST_FFMPEG.
describe.if(program !== undefined)(`renditions (${program ?? 'not run: there is no ffmpeg'})`, () => {
  let sources = '';
  let video = '';
  beforeAll(async () => {
    sources = newFolder();
    video = join(sources, 'video');
    await makeVideo(video, { size: '428x242', seconds: 7 });
  });
  afterAll(() => removeFolder(sources));

  let folder = '';
  let media: MediaStore;
  let reported: string[];
  let opened: Renditions[];
  const studio = forEachTest(openStudio);
  beforeEach(() => {
    folder = newFolder();
    media = newMediaStore(folder);
    reported = [];
    opened = [];
  });
  afterEach(async () => {
    for (const each of opened) await each.stop();
    await studio.app.stop();
    removeFolder(folder);
  });

  const open = (ffmpeg = createFfmpeg(program ?? '')): Renditions => {
    const { store } = studio;
    const made = createRenditions({ store, media, ffmpeg, reportError: (error) => reported.push(String(error)) });
    opened.push(made);
    return made;
  };
  const add = (given: Partial<MediaRow> = {}) =>
    addMedia(studio, media, video, { durationSeconds: 7, width: 428, height: 242, ...given });
  const row = ({ id }: MediaRow) => ContentMedia.rows.find(studio.store.view(), id) as MediaRow;
  const variants = (of: MediaRow) =>
    studio.db
      .query<Record<string, unknown>, [string]>(
        'select id, quality, protocol, width, height, isDefault, codecs, externalUrl from "mediaVariants" where "contentMediaId" = ? order by id',
      )
      .all(of.id);
  const folders = (of: MediaRow): string[] =>
    existsSync(media.renditions(of.id)) ? readdirSync(media.renditions(of.id)).sort() : [];
  const work = async (renditions: Renditions): Promise<void> => {
    renditions.wake();
    await renditions.idle();
  };

  test('a video gets a poster and renditions of its height and of those below; no events', async () => {
    const one = await studio.given(add());
    await work(open());
    const { renderedAt, processingPercent, renderAttempts, posterSha256, status } = row(one);
    expect({ renderedAt, processingPercent, renderAttempts, status }).toEqual({
      renderedAt: studio.store.view().now,
      processingPercent: null,
      renderAttempts: 0,
      status: 'ready',
    });
    expect(MediaFile.rows.find(studio.store.view(), posterSha256 ?? '')?.unusedSince).toBeNull();
    expect(existsSync(media.path(posterSha256 ?? ''))).toBe(true);
    expect(variants(one)).toEqual([
      {
        ...variants(one)[0],
        quality: '242p',
        protocol: 'hls',
        width: 428,
        height: 242,
        isDefault: 1,
        externalUrl: null,
      },
      { ...variants(one)[1], quality: '240p', width: 424, height: 240, isDefault: 0 },
    ]);
    expect(folders(one)).toEqual(
      variants(one)
        .map(({ id }) => String(id))
        .sort(),
    );
    expect(readdirSync(join(media.renditions(one.id), folders(one)[0] ?? '')).sort()).toEqual([
      '00000.ts',
      '00001.ts',
      'index.m3u8',
    ]);
    expect([reported, studio.events()]).toEqual([[], []]);
    // Nothing is left to do.
    await work(open());
    expect(variants(one)).toHaveLength(2);
  });

  test('only videos that are ready and have a file', async () => {
    const others = [
      await add({ kind: 'audio' }),
      await add({ status: 'processing' }),
      await add({ archivedAt: studio.store.view().now }),
      await add({ fileSha256: null, externalUrl: 'https://cdn.example/x.mp4' }),
    ];
    await work(open());
    expect(others.flatMap((each) => [row(each).renderedAt, row(each).posterSha256])).toEqual(Array(8).fill(null));
    expect(existsSync(join(media.directory, 'renditions'))).toBe(false);
  });

  test('progress is shown; a stop ends the work, and the next start makes what is missing', async () => {
    const one = await add();
    const first = open();
    first.wake();
    await until(() => variants(one).length === 1);
    expect(row(one).processingPercent).toBeGreaterThanOrEqual(0);
    await first.stop();
    expect([row(one).renderedAt, row(one).renderAttempts, row(one).processingPercent]).toEqual([null, 0, null]);
    const [best] = variants(one);
    expect(folders(one)).toEqual([String(best?.id)]);
    await work(open());
    expect(variants(one).map(({ quality }) => quality)).toEqual(['242p', '240p']);
    expect(variants(one)[0]).toEqual(best ?? {});
  });

  test('what a killed process left is removed, and made again', async () => {
    const one = await add();
    const half = join(media.renditions(one.id), '01950000-0000-7000-8000-00000000dead');
    await Bun.write(join(half, '00000.ts'), 'half');
    await Bun.write(join(media.renditions('01950000-0000-7000-8000-00000000beef'), 'x', 'index.m3u8'), 'of nothing');
    await work(open());
    expect(folders(one)).toHaveLength(2);
    expect(folders(one)).not.toContain('01950000-0000-7000-8000-00000000dead');
    expect(readdirSync(join(media.directory, 'renditions'))).toEqual([one.id]);
    // A restored database knows renditions whose files are not there.
    rmSync(join(media.directory, 'renditions'), { recursive: true });
    const before = variants(one);
    await work(open());
    expect(folders(one)).toEqual(
      variants(one)
        .map(({ id }) => String(id))
        .sort(),
    );
    expect(variants(one).map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  });

  test('the renditions of a media go with it, also while they are made', async () => {
    const [done, doing] = [await add(), await add({ title: 'Two' })];
    const archive = ({ id }: MediaRow) =>
      studio.store.write((tx) => ContentMedia.rows.update(tx, id, { archivedAt: tx.now }));
    const renditions = open();
    renditions.wake();
    await until(() => row(doing).processingPercent !== null);
    await archive(done);
    await archive(doing);
    await renditions.idle();
    await work(renditions);
    expect([variants(done), variants(doing), folders(done), folders(doing)]).toEqual([[], [], [], []]);
    expect(reported).toEqual([]);
  });

  test('a media that is removed ends the work on it', async () => {
    const one = await add();
    let isRemoved = false;
    const ffmpeg: Ffmpeg = {
      ...createFfmpeg(program ?? ''),
      async rendition({ signal }, _folder, _rung, progress) {
        while (!signal.aborted) {
          progress(isRemoved ? 0.4 : 0.3);
          await Bun.sleep(1);
        }
        throw signal.reason;
      },
    };
    const renditions = open(ffmpeg);
    renditions.wake();
    await until(() => (row(one).processingPercent ?? 0) > 1);
    await studio.store.write((tx) => ContentMedia.rows.update(tx, one.id, { archivedAt: tx.now }));
    isRemoved = true;
    await renditions.idle();
    expect([variants(one), folders(one), reported]).toEqual([[], [], []]);
  });

  test('a video that ffmpeg cannot read is left as it is, and reported once', async () => {
    const broken = join(sources, 'broken');
    writeFileSync(broken, 'no video');
    const one = await addMedia(studio, media, broken, { durationSeconds: 5, height: 100 });
    const two = await add();
    await work(open());
    expect([row(one).renderedAt !== null, row(one).status, variants(one)]).toEqual([true, 'ready', []]);
    expect(folders(one)).toEqual([]);
    expect(reported.map((each) => /^FfmpegError|Error: ffmpeg ended with code/.test(each))).toEqual([true, true]);
    expect(variants(two)).toHaveLength(2);
    await work(open());
    expect(reported).toHaveLength(2);
  });

  test('a file that is missing is made up for when it comes; one that ended the process 5 times is given up', async () => {
    const one = await add();
    const path = media.path(one.fileSha256 ?? '');
    const bytes = await Bun.file(path).bytes();
    rmSync(path);
    const renditions = open();
    await work(renditions);
    expect([row(one).renderedAt, reported]).toEqual([null, []]);
    await Bun.write(path, bytes);
    await studio.store.write((tx) => ContentMedia.rows.update(tx, one.id, { renderAttempts: 5 }));
    await work(renditions);
    expect([row(one).renderedAt !== null, variants(one), reported.length]).toEqual([true, [], 1]);
  });

  test('a video is tried again when something killed ffmpeg, up to 5 times', async () => {
    const one = await add({ posterSha256: 'f'.repeat(64) });
    const killed = join(folder, 'killed');
    writeFileSync(killed, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
    const renditions = open(createFfmpeg(killed));
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      await work(renditions);
      expect([row(one).renderAttempts, row(one).renderedAt]).toEqual([attempts, null]);
    }
    await work(renditions);
    expect([row(one).renderedAt === null, variants(one), folders(one)]).toEqual([false, [], []]);
    expect(reported).toEqual([...Array(5).fill('Error: ffmpeg was killed'), 'Error: the program was killed 5 times']);
  });

  test('without ffmpeg nothing is made, and what is gone is removed', async () => {
    const one = await add();
    await work(open());
    expect(variants(one)).toHaveLength(2);
    await studio.store.write((tx) => ContentMedia.rows.update(tx, one.id, { archivedAt: tx.now }));
    const two = await add();
    const { store } = studio;
    const without = createRenditions({ store, media, ffmpeg: undefined, reportError: () => {} });
    await work(without);
    expect([variants(one), folders(one), row(two).renderedAt]).toEqual([[], [], null]);
  });
});
