import { beforeAll, expect, test } from 'bun:test';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { studiod, testServer, until } from '../helpers/process.ts';

const SIZE = 48 * 1024 * 1024;

const server = testServer({}, 'serve', '--log-level', 'error', '--rate-basic', '1000000', '--ffmpeg', 'off');
const { cwd } = server;
let url: URL;
let key = '';
beforeAll(async () => {
  key = JSON.parse((await studiod({ cwd }, 'key', 'create', '--json')).out).key;
  // A PDF to whoever looks at its beginning.
  writeFileSync(
    join(cwd, 'large.pdf'),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(SIZE - 9, 'large file ')]),
  );
  const form = new FormData();
  form.set('file', Bun.file(join(cwd, 'large.pdf')), 'large.pdf');
  const headers = { 'x-service-api-key': key };
  const { id } = (await server.call('POST', '/manage/content/media', form, headers)).body;
  const played = await server.call('GET', `/v2/content/media/${id}/playback`, undefined, headers);
  url = new URL(played.body.playbackUrl);
}, 90_000);

const linkOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/${server.child.pid}/fd/${descriptor}`);
  } catch {
    return '';
  }
};
/** How often the server has files of media open. */
const openFiles = (): number =>
  readdirSync(`/proc/${server.child.pid}/fd`).filter((name) => /\/media\/[0-9a-f]{2}\//.test(linkOf(name))).length;

/** Requests the whole file and reads no more than the beginning of the response. */
const stall = async (): Promise<Socket> => {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  return socket;
};
const rss = async (): Promise<number> => {
  const text = await Bun.file(`/proc/${server.child.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024;
};

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a file is open while it is sent, and others are served meanwhile', async () => {
  const before = await rss();
  const sockets = await Promise.all(Array.from({ length: 40 }, stall));
  expect(openFiles()).toBeLessThanOrEqual(40);
  // 40 answers of 48 MiB, 1,920 in all, are under way, and none is in memory.
  expect((await rss()) - before).toBeLessThan(600);
  const headers = { 'x-service-api-key': key };
  for (let time = 0; time < 20; time += 1) {
    expect((await fetch(`${server.ready.rootUrl}/v2/clients`, { headers })).status).toBe(200);
  }
  for (const socket of sockets) socket.destroy();
  await until(() => openFiles() === 0);
});

onLinux('thousands of ranges leave no file open, also those that the client breaks off', async () => {
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < 3_000) {
      sent += 1;
      const from = (sent * 7_919) % (SIZE - 2_000);
      const isBroken = sent % 10 === 0;
      const abort = new AbortController();
      const range = isBroken ? `bytes=${from}-` : `bytes=${from}-${from + 999}`;
      const response = await fetch(url, { headers: { range }, signal: abort.signal });
      expect(response.status).toBe(206);
      if (isBroken) abort.abort();
      else expect((await response.arrayBuffer()).byteLength).toBe(1_000);
      // Those of broken requests are closed when the server notices.
      expect(openFiles()).toBeLessThanOrEqual(16 + 40);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  await until(() => openFiles() === 0);
});
