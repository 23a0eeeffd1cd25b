import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../helpers/data-directory.ts';
import { folderForEachTest, startServer, studiod, until } from '../helpers/process.ts';
import { ffmpegPath, makeVideo } from '../helpers/video.ts';

const cwd = folderForEachTest();
const { data } = dataDirectory(cwd);

const program = ffmpegPath();

/** The fields of `/proc/<pid>/stat` after the name: state, parent and so on. */
const statOf = (pid: number | string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
};
const isAlive = (pid: number): boolean => ![undefined, 'Z', 'X'].includes(statOf(pid)[0]);
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === `${parent}`)
    .map(Number);

// apt-get install ffmpeg, or set STUDIOD_TEST_FFMPEG.
test.if(program !== undefined)(
  `renditions go on after kill -9 in the middle (${program ?? 'not run: there is no ffmpeg'})`,
  async () => {
    const start = () => startServer({ cwd }, 'serve', '--log-level', 'error', '--ffmpeg', program ?? '');
    let server = await start();
    // It asks again and again, on a slow machine more often than a basic key may.
    const { code, out } = await studiod({ cwd }, 'key', 'create', '--tier', 'unlimited', '--json');
    expect(code).toBe(0);
    const headers = { 'x-service-api-key': JSON.parse(out).key };
    const get = async (path: string) => (await server.call('GET', path, undefined, headers)).body;
    await makeVideo(join(cwd, 'video.mp4'), { size: '640x360', seconds: 13 });
    const form = new FormData();
    form.set('file', Bun.file(join(cwd, 'video.mp4')), 'video.mp4');
    const { id } = (await server.call('POST', '/manage/content/media', form, headers)).body;
    const variants = async () =>
      (await get(`/manage/content/media/${id}/variants`)).data as { id: string; url: string }[];
    const folder = join(data, 'media/renditions', id);
    await until(async () => (await variants()).length === 1 && readdirSync(folder).length === 2);
    expect(await get(`/manage/content/media/${id}`)).toMatchObject({ status: 'ready' });
    const [first] = await variants();
    const half = readdirSync(folder).find((name) => name !== first?.id);
    const [running = 0] = childrenOf(server.child.pid);
    expect(running).toBeGreaterThan(0);
    server.child.kill('SIGKILL');
    await server.child.exited;
    // ffmpeg ends with its parent, where the system can do that.
    if (Bun.which('setpriv') !== null) await until(() => !isAlive(running));
    server = await start();
    await until(
      async () =>
        (await variants()).length === 2 && (await get(`/manage/content/media/${id}`)).processingPercent === null,
      50_000,
    );
    const made = await variants();
    expect(made[0]).toMatchObject({ id: first?.id });
    // What was half made is gone, and everything that is listed plays to its end.
    expect(readdirSync(folder).sort()).toEqual(made.map((each) => each.id).sort());
    expect(existsSync(join(folder, half ?? ''))).toBe(false);
    const { playbackUrl, protocol, posterUrl } = await get(`/v2/content/media/${id}/playback`);
    expect([protocol, (await fetch(posterUrl)).headers.get('content-type')]).toEqual(['hls', 'image/jpeg']);
    const master = await (await fetch(playbackUrl)).text();
    const playlists = master.split('\n').filter((line) => line.endsWith('.m3u8'));
    expect(playlists).toEqual(made.map((each) => `${each.id}/index.m3u8`));
    for (const name of playlists) {
      const url = new URL(name, playbackUrl);
      const playlist = await (await fetch(url)).text();
      const segments = playlist.split('\n').filter((line) => line.endsWith('.ts'));
      expect([segments.length, playlist.includes('#EXT-X-ENDLIST')]).toEqual([3, true]);
      for (const segment of segments) {
        const response = await fetch(new URL(segment, url));
        const bytes = Buffer.from(await response.arrayBuffer());
        const onDisk = readFileSync(join(folder, name.split('/')[0] ?? '', segment));
        expect([response.status, response.headers.get('content-type'), bytes.equals(onDisk)]).toEqual([
          200,
          'video/mp2t',
          true,
        ]);
      }
    }
  },
  120_000,
);
