import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testFolder, until } from '../helpers/process.ts';

// The image as the Dockerfile makes it, without Docker: its root directory from the same script, its user, its
// environment, its command and its health check, in a mount namespace of its own. Docker itself needs a daemon, and the
// base image from a registry.

const releasing = resolve(import.meta.dir, '../../scripts/releasing');
const dockerfile = readFileSync(join(releasing, 'Dockerfile'), 'utf8');
const executable = process.env.STUDIOD_EXECUTABLE;
const canRun =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  executable !== undefined &&
  Bun.spawnSync(['unshare', '--mount', 'true'], { stderr: 'ignore' }).success;

const folder = testFolder();

/** Runs a command in the image as its user. */
const ENTER = 'root=$1 user=$2; shift 2; mount -t proc proc "$root/proc"; exec chroot --userspec="$user" "$root" "$@"';

const instruction = (name: string): string => new RegExp(`^${name} (.+)$`, 'm').exec(dockerfile)?.[1] ?? '';
const list = (name: string): string[] => JSON.parse(instruction(name));

test('the image has no shell, another user than root, a volume and a health check', () => {
  expect(dockerfile.match(/^FROM .+$/gm)?.at(-1)).toBe('FROM scratch');
  expect(instruction('USER')).toBe('65532:65532');
  expect(instruction('VOLUME')).toBe('/data');
  expect(dockerfile).toContain('CMD ["/usr/bin/studiod", "health"]');
});

// Without STUDIOD_EXECUTABLE there is no executable to put into it.
test.skipIf(!canRun)('what the image has is enough: it serves, is healthy, and stops', async () => {
  const root = join(folder, 'image');
  const made = Bun.spawnSync(['sh', join(releasing, 'image-root'), executable ?? '', root]);
  expect(made.stderr.toString()).toBe('');
  // What a container runtime mounts.
  mkdirSync(join(root, 'proc'));
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = probe;
  await probe.stop(true);
  const settings = [...instruction('ENV').split(' '), 'STUDIOD_BEHIND_PROXY=true', `STUDIOD_PORT=${port}`];
  const inside = (words: readonly string[]) =>
    Bun.spawn(['unshare', '--mount', 'sh', '-ec', ENTER, 'sh', root, instruction('USER'), ...words], {
      env: { PATH: process.env.PATH ?? '', ...Object.fromEntries(settings.map((each) => each.split('='))) },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
  const server = inside([...list('ENTRYPOINT'), ...list('CMD')]);
  const check = list('HEALTHCHECK .*CMD');
  await until(async () => (await inside(check).exited) === 0);
  expect(statSync(join(root, 'data/studiod.db')).uid).toBe(65_532);
  // unshare and chroot become the server, so the signal reaches it.
  server.kill('SIGTERM');
  expect([await server.exited, await server.stderr.text()]).toEqual([0, '']);
  expect(await inside(check).exited).toBe(1);
});
