// Run by scripts/test where there are a browser and ffmpeg: bun test ./test/browser/media.browser.ts
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Server, startServer, testFolder, until } from '../helpers/process.ts';
import { ffmpegPath, makeVideo } from '../helpers/video.ts';
import { launchBrowser } from './launch.ts';

const SECONDS = 20;
const CAPTIONS = `WEBVTT

00:00:00.000 --> 00:00:05.000
Breathe in

00:00:12.000 --> 00:00:20.000
Breathe out
`;

/** The page of an app that plays: it asks for the playback of a media as its member, and shows what comes. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Player</title>
<video id="video" muted crossorigin="anonymous" width="320" height="240"></video>
<script src="/hls.js"></script>
<script>
  const video = document.getElementById('video');
  const api = async (path, method = 'GET', body) => {
    const response = await fetch(settings.rootUrl + path, {
      method,
      headers: { authorization: 'Bearer ' + settings.memberToken, 'x-site-id': settings.siteId, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const play = async (mediaId, protocol) => {
    const { body } = await api('/v2/content/media/' + mediaId + '/playback?protocol=' + protocol);
    if (protocol === 'hls') {
      window.hls = new Hls();
      hls.loadSource(body.playbackUrl);
      hls.attachMedia(video);
      // It skips the first frames of a stream that has no picture at 0, and says so as an error that is not fatal.
      hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => fatal && window.faults.push(type + ' ' + details));
      await new Promise((resolve) => hls.on(Hls.Events.MANIFEST_PARSED, resolve));
    } else {
      for (const { label, language, url } of body.captions) {
        const track = Object.assign(document.createElement('track'), { kind: 'captions', label, srclang: language, src: url });
        video.append(track);
      }
      video.src = body.playbackUrl;
    }
    await video.play();
    return body;
  };
  window.faults = [];
  const seen = () => [...video.textTracks].flatMap(({ activeCues }) => [...(activeCues ?? [])].map(({ text }) => text));
</script>`;

const program = ffmpegPath();

// apt-get install ffmpeg, or set STUDIOD_TEST_FFMPEG.
describe.if(program !== undefined)(`a player in a browser (${program ?? 'not run: there is no ffmpeg'})`, () => {
  const cwd = testFolder();
  let server: Server;
  let browser: Browser;
  let pages: Bun.Server<undefined>;
  let mediaId = '';
  let entryId = '';

  const business = async (method: string, path: string, body?: object | FormData) => {
    const reply = await server.call(method, path, body);
    expect([path, reply.status < 300, reply.body.error]).toEqual([path, true, undefined]);
    return reply.body;
  };

  beforeAll(async () => {
    server = await startServer({ cwd }, 'sandbox', '--ffmpeg', program ?? '');
    pages = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) =>
        request.url.endsWith('/hls.js')
          ? new Response(Bun.file(new URL(import.meta.resolve('hls.js/dist/hls.min.js'))))
          : new Response(`<script>const settings = ${JSON.stringify(server.ready)};</script>${PAGE}`, {
              headers: { 'content-type': 'text/html; charset=utf-8' },
            }),
    });
    await makeVideo(join(cwd, 'video.mp4'), { size: '426x240', seconds: SECONDS });
    const entry = { title: 'Breathing', type: 'video', access: 'members', status: 'published' };
    ({ id: entryId } = await business('POST', '/manage/content/entries', entry));
    const form = new FormData();
    form.set('file', Bun.file(join(cwd, 'video.mp4')), 'video.mp4');
    form.set('entryId', entryId);
    ({ id: mediaId } = await business('POST', '/manage/content/media', form));
    await business('PUT', `/manage/content/media/${mediaId}/captions/en`, { label: 'English', text: CAPTIONS });
    // The job of the next minute begins with the renditions.
    await business('POST', '/sandbox/clock', { advance: 'PT60S' });
    await until(async () => (await business('GET', `/manage/content/media/${mediaId}/variants`)).data.length === 1);
    await until(async () => (await business('GET', `/manage/content/media/${mediaId}`)).processingPercent === null);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await pages.stop(true);
  });

  /** Opens the player; `files` are the requests below /media/ with their ranges and the statuses of their responses. */
  const openPlayer = async (): Promise<{
    page: Page;
    files: { name: string; range: string | undefined; status: number }[];
  }> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const files: { name: string; range: string | undefined; status: number }[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/media/')) return;
      const name = pathname.split('/').slice(4).join('/');
      files.push({ name, range: response.request().headers().range, status: response.status() });
    });
    await page.goto(pages.url.href);
    return { page, files };
  };
  const at = (page: Page, condition: string) => page.waitForFunction(condition);
  const isPlayingFrom = (page: Page, seconds: number) =>
    at(page, `!video.paused && !video.seeking && video.readyState >= 3 && video.currentTime > ${seconds}`);

  test('hls.js plays a rendition, seeks, and shows captions', async () => {
    const { page, files } = await openPlayer();
    const body = (await page.evaluate(`play('${mediaId}', 'hls')`)) as { variants: object[]; protocol: string };
    expect(body).toMatchObject({ protocol: 'hls', variants: [{ quality: '240p', width: 426, height: 240 }] });
    await isPlayingFrom(page, 0.3);
    expect(await page.evaluate('[video.videoWidth, video.videoHeight, Math.round(video.duration)]')).toEqual([
      426,
      240,
      SECONDS,
    ]);
    expect(await page.evaluate('hls.subtitleTracks.map(({ name, lang }) => [name, lang])')).toEqual([
      ['English', 'en'],
    ]);
    await page.evaluate('hls.subtitleDisplay = true; hls.subtitleTrack = 0;');
    await at(page, `seen().includes('Breathe in')`);
    await page.evaluate('video.currentTime = 14;');
    await isPlayingFrom(page, 14.2);
    await at(page, `seen().includes('Breathe out') && !seen().includes('Breathe in')`);
    expect(files.every(({ status }) => status === 200)).toBe(true);
    const names = files.map(({ name }) => name.replace(/[0-9a-f-]{36}/, 'rendition'));
    for (const name of [
      'hls/master.m3u8',
      'hls/rendition/index.m3u8',
      'hls/rendition/00000.ts',
      'hls/rendition/00002.ts',
    ]) {
      expect(names).toContain(name);
    }
    expect(await page.evaluate('faults')).toEqual([]);
    await page.close();
  }, 120_000);

  test('a plain <video> plays the file by ranges, seeks, and shows captions', async () => {
    const { page, files } = await openPlayer();
    const body = (await page.evaluate(`play('${mediaId}', 'mp4')`)) as { protocol: string };
    expect(body.protocol).toBe('mp4');
    await isPlayingFrom(page, 0.3);
    await page.evaluate(`video.textTracks[0].mode = 'showing'`);
    await at(page, `seen().includes('Breathe in')`);
    await page.evaluate('video.currentTime = 15;');
    await isPlayingFrom(page, 15.2);
    await at(page, `seen().includes('Breathe out')`);
    const parts = files.filter(({ name }) => name === 'source.mp4');
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every(({ range, status }) => range?.startsWith('bytes=') === true && status === 206)).toBe(true);
    await page.close();
  }, 120_000);

  test('heartbeats of a rendition that plays to its end complete the entry', async () => {
    const { page } = await openPlayer();
    await page.evaluate(`play('${mediaId}', 'hls')`);
    const status = await page.evaluate(`(async () => {
      const { body: session } = await api('/v2/member/video/sessions', 'POST', { contentMediaId: '${mediaId}', deviceType: 'web' });
      video.currentTime = 0;
      video.playbackRate = 4;
      const beat = () =>
        api('/v2/member/video/sessions/' + session.id + '/heartbeat', 'PUT', {
          positionSeconds: video.currentTime,
          state: 'playing',
          playbackRate: 4,
        });
      while (!video.ended) {
        await beat();
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      await beat();
      return (await api('/v2/member/content/${entryId}/status')).body;
    })()`);
    expect(status).toMatchObject({ status: 'completed', progressPercent: 100, completionCount: 1 });
    await page.close();
  }, 120_000);
});
