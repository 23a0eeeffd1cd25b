import { expect } from 'bun:test';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { canBeAnother, giveToNobody } from '../../helpers/another-user.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { Authenticator } from '../../helpers/authenticator.ts';
import { METHODS } from '../../helpers/cards.ts';
import { changeIn } from '../../helpers/database-file.ts';
import { canMount, mount } from '../../helpers/mount.ts';
import { type Place, type Server, startServer, studiod, until } from '../../helpers/process.ts';
import { type Box, boxOf, FROM_PAGE, NOBODY, setUp } from './box.ts';

// Errors that a sandbox with its data on a disk cannot have: each with a server that is set up for it.

type Headers = Record<string, string>;
type Elsewhere = (place: Place) => Promise<ApiResponse>;

const ORIGIN = 'https://studio.example';
/** Stripe at a closed port. */
const NO_STRIPE = {
  STUDIOD_PROCESSOR: 'stripe',
  STUDIOD_STRIPE_SECRET_KEY: 'sk_test_closed',
  STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_closed',
  STUDIOD_STRIPE_API_URL: 'http://127.0.0.1:1',
};

const CLOSED_SERVER = { host: '127.0.0.1', port: 1, security: 'tls', fromAddress: 'studio@codes.example' };

/** Starts with its first use what later uses find. */
const once = <T>(start: (place: Place) => Promise<T>): ((place: Place) => Promise<T>) => {
  let started: Promise<T> | undefined;
  return (place) => {
    started ??= start(place);
    return started;
  };
};

/** A sandbox in memory with an https address and without its processor. */
const inMemory = once(async (place): Promise<Box> => {
  const env = { ...NO_STRIPE, STUDIOD_PUBLIC_URL: ORIGIN };
  return boxOf(await startServer({ ...place, env }, 'sandbox', '--clock', 'fixed:2026-03-02T08:00:00Z'), '');
});

const PASSKEYS = '/public-api/v2/member/passkeys';
const signedInMember = async (box: Box): Promise<Headers> => {
  const email = 'passkeys@codes.example';
  await box.client({ email });
  const { body } = await box.token({ email, code: await box.code(email) });
  return { authorization: `Bearer ${body.idToken}`, 'x-site-id': box.server.ready.siteId };
};

/** A business before its set-up, without a mail server. */
const business = once((place) => startServer(place, 'serve', '--data', 'business'));

/** A business that was set up with demo data, and its owner. */
const withDemoData = once(async (place) => {
  const server = await startServer(place, 'serve', '--data', 'demo');
  const media = join(place.cwd, 'demo', 'media');
  // A file where the media go: the process that makes the demo data fails.
  renameSync(media, `${media}-away`);
  writeFileSync(media, '');
  const failed = await setUp(server, { demoData: true });
  rmSync(media);
  renameSync(`${media}-away`, media);
  const done = await setUp(server, { demoData: true });
  const owner = { ...FROM_PAGE, cookie: done.headers.get('set-cookie')?.split(';')[0] ?? '' };
  return { server, failed, owner };
});
const removeDemoData = async (place: Place): Promise<ApiResponse> => {
  const { server, owner } = await withDemoData(place);
  return server.call('POST', '/manage/demo-data/remove', {}, owner);
};

/** The end of a job. A backup waits for the disk, on which other tests write. */
const ended = async ({ call }: Server, id: string, owner: Headers): Promise<void> =>
  until(async () => (await call('GET', `/manage/jobs/${id}`, undefined, owner)).body.state !== 'running', 110_000);

/** Leaves so many bytes on a disk. The server may write meanwhile: it is filled piece by piece. */
const fill = (disk: string, rest: number): void => {
  const filler = join(disk, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize - rest;
  };
  try {
    for (let most = free(); most > 0; most = free()) appendFileSync(filler, Buffer.alloc(Math.min(most, 100_000)));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    // The server was faster: what it needs besides is given back.
    truncateSync(filler, Math.max(0, statSync(filler).size - rest));
  }
};

/** On a disk of its own, which only root can mount. */
const onFullDisk: Elsewhere = async (place) => {
  const disk = join(place.cwd, 'disk');
  mkdirSync(disk);
  expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)).toBe(true);
  try {
    if (canBeAnother) giveToNobody(disk);
    const server = await startServer({ ...place, env: { STUDIOD_FFMPEG: 'off' } }, 'sandbox', '--data', 'disk/box');
    fill(disk, 400_000);
    const write = () => server.call('POST', '/v2/sites', { name: 'New' });
    let response = await write();
    await until(async () => {
      response = await write();
      return response.status !== 201;
    });
    await server.stop();
    return response;
  } finally {
    mount('umount', disk);
  }
};

export const codesElsewhere: Readonly<Record<string, Elsewhere>> = {
  backups_unavailable: async (place) => (await inMemory(place)).call('POST', '/manage/backups'),
  processor_unavailable: async (place) => (await (await inMemory(place)).member()).call('POST', METHODS),
  passkey_wrong: async (place) => {
    const box = await inMemory(place);
    const { headers } = await box.staff();
    const { publicKey } = await box.given('POST', '/manage/auth/passkeys/registration', undefined, headers);
    const passkey = new Authenticator('https://evil.example').create(publicKey);
    return box.call('POST', '/manage/auth/passkeys', { name: 'Phone', passkey }, headers);
  },
  too_many_passkeys: async (place) => {
    const box = await inMemory(place);
    const headers = await signedInMember(box);
    const add = async () => {
      const { publicKey } = await box.given('POST', `${PASSKEYS}/options`, undefined, headers);
      const passkey = new Authenticator(ORIGIN).create(publicKey);
      return box.call('POST', PASSKEYS, { name: 'Phone', passkey }, headers);
    };
    let response = await add();
    for (let count = 1; count <= 20 && response.status === 201; count += 1) response = await add();
    return response;
  },
  member_sign_in_off: async (place) =>
    (await business(place)).call('POST', '/public-api/v2/auth/code', { email: 'a@codes.example' }, NOBODY),
  mail_not_set_up: async (place) =>
    (await business(place)).call('POST', '/manage/auth/password-reset', { email: 'a@codes.example' }, FROM_PAGE),
  mail_server_failed: async (place) => {
    const { server, owner } = await withDemoData(place);
    return server.call('PUT', '/manage/mail-server', CLOSED_SERVER, owner);
  },
  configured_elsewhere: async (place) => {
    const box = await inMemory(place);
    const { headers } = await box.staff({ role: 'owner' });
    return box.call('PUT', '/manage/mail-server', CLOSED_SERVER, headers);
  },
  studio_not_empty: async (place) => {
    const server = await business(place);
    const { out } = await studiod(place, 'key', 'create', '--json', '--data', 'business');
    const client = { firstName: 'Ada', lastName: 'Own', email: 'ada@codes.example' };
    await server.call('POST', '/v2/clients', client, { 'x-service-api-key': JSON.parse(out).key });
    return setUp(server, { demoData: true });
  },
  demo_data_failed: async (place) => (await withDemoData(place)).failed,
  charge_in_progress: async (place) => {
    await withDemoData(place);
    changeIn(
      join(place.cwd, 'demo', 'studiod.db'),
      'PRAGMA foreign_keys = off',
      "insert into charges (paymentId, methodId, attempt, isOpen, isAutomatic, handler, context) values ('p', 'm', 1, 1, 0, 'sale', '{}')",
    );
    const response = await removeDemoData(place);
    changeIn(join(place.cwd, 'demo', 'studiod.db'), "delete from charges where paymentId = 'p'");
    return response;
  },
  job_in_progress: async (place) => {
    const { server, owner } = await withDemoData(place);
    const { body } = await server.call('POST', '/manage/backups', undefined, owner);
    const response = await server.call('POST', '/manage/backups', undefined, owner);
    await ended(server, body.id, owner);
    return response;
  },
  backup_not_restorable: async (place) => {
    const { server, owner } = await withDemoData(place);
    const { body } = await server.call('POST', '/manage/backups', undefined, owner);
    await ended(server, body.id, owner);
    const folder = join(place.cwd, 'demo', 'backups');
    const name = readdirSync(folder).findLast((each) => each.endsWith('.json')) ?? '';
    const manifest = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), JSON.stringify({ ...manifest, schema: 9999 }));
    const { studio } = (await server.call('GET', '/manage/me', undefined, owner)).body;
    const restore = { studioName: studio.name };
    return server.call('POST', `/manage/backups/${manifest.file}/restore`, restore, owner);
  },
  too_many_open_files: async (place) => {
    const server = await startServer({ ...place, maxOpenFiles: 100 }, 'serve', '--data', 'few-files');
    const { out } = await studiod(place, 'key', 'create', '--json', '--data', 'few-files');
    const { hostname, port } = new URL(server.ready.rootUrl);
    const headers = { 'x-service-api-key': JSON.parse(out).key };
    const ask = () => server.call('POST', '/manage/system/check', undefined, headers);
    let response = await ask();
    const sockets: Socket[] = [];
    // The connection that asks is open already, so it is answered when no other one is accepted any more.
    for (let count = 0; count < 100 && response.status !== 503; count += 5) {
      for (let more = 0; more < 5; more += 1) {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.write('GET /livez HTTP/1.1\r\nhost: studio.example\r\n\r\n');
        sockets.push(socket);
        await new Promise((resolve) => socket.once('connect', resolve));
      }
      response = await ask();
    }
    for (const socket of sockets) socket.destroy();
    await server.stop();
    return response;
  },
  ...(canMount ? { storage_full: onFullDisk } : {}),
};
