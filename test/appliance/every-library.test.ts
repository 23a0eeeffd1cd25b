import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { entries } from '../../src/cli/entries.ts';
import { MEMBER, SITES } from '../../src/resources/demo-ids.ts';
import { goodClaims, newKey, sign, startIssuer } from '../auth/members/issuer-server.ts';
import { canBeAnother, giveToNobody, placeWithoutRights } from '../helpers/another-user.ts';
import { Authenticator } from '../helpers/authenticator.ts';
import { METHODS } from '../helpers/cards.ts';
import { loadedLater } from '../helpers/loaded-later.ts';
import { mediaFile } from '../helpers/media.ts';
import { freePort } from '../helpers/pebble.ts';
import { pngWithText } from '../helpers/pictures.ts';
import { command, type Server, startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { startMailServer, tlsFile } from '../helpers/smtp.ts';
import { startSocketManager } from '../helpers/socket-manager.ts';
import { ffmpegPath, makeVideo } from '../helpers/video.ts';
import { startStripeMock } from '../payments-processor/stripe/stripe-mock.ts';
import { type Box, boxOf, FROM_PAGE, setUp } from './codes/box.ts';
import { raw } from './codes/requests.ts';
import { askForPages } from './libraries/pages.ts';
import { provokedBy } from './libraries/provoked-by.ts';
import { sendPush } from './libraries/push.ts';

// What the program loads or starts only when it is needed, each once, in the program that people run: in an empty folder,
// by a user without rights. An executable that lacks a part of a library fails here.

const place = await placeWithoutRights();
const { cwd } = place;
const spare = testFolder();
let spares = 0;
/** An empty folder of the user who runs the tests. */
const newFolder = (): string => {
  const path = join(spare, `${++spares}`);
  mkdirSync(path);
  return path;
};
const mail = await startMailServer();
const stripe = await startStripeMock();
const key = await newKey('first');
const provider = startIssuer([key.jwk]);
const NOW = '2026-03-02T08:00:00Z';
const ORIGIN = 'https://studio.example';
const TOKEN = 'a-token-for-the-metrics';
const COPIES = join(cwd, 'copies');
const BACKUP_KEY = 'correct horse battery staple';

let box: Box;
let business: Server;
let owner: Record<string, string>;
beforeAll(async () => {
  const env = {
    STUDIOD_SMTP_URL: mail.url(),
    STUDIOD_MAIL_FROM: 'studio@example.com',
    STUDIOD_PROCESSOR: 'stripe',
    STUDIOD_STRIPE_SECRET_KEY: 'sk_test_mock',
    STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_mock',
    STUDIOD_STRIPE_API_URL: stripe.url,
    STUDIOD_MEMBER_ISSUER: provider.issuer,
    STUDIOD_MEMBER_AUDIENCE: 'studio-app',
    STUDIOD_METRICS_TOKEN: TOKEN,
    STUDIOD_PUBLIC_URL: ORIGIN,
  };
  const words = ['--data', 'box', '--clock', `fixed:${NOW}`, '--log-level', 'error'];
  box = boxOf(await startServer({ ...place, env }, 'sandbox', ...words), join(cwd, 'box', 'studiod.db'));
}, 90_000);
afterAll(async () => {
  await mail.close();
  stripe.stop();
  provider.stop();
});

const backupSettings = { STUDIOD_BACKUP_TARGETS: COPIES, STUDIOD_BACKUP_KEY: BACKUP_KEY };
const verb = async (words: readonly string[], env: Record<string, string> = {}, more: object = {}): Promise<string> => {
  const { code, out, err } = await studiod({ ...place, env, ...more }, ...words);
  expect([words, code, err]).toEqual([words, 0, expect.any(String)]);
  return out;
};
const startBusiness = async (env: Record<string, string> = {}): Promise<Server> =>
  startServer({ ...place, env: { ...backupSettings, ...env } }, 'serve', '--data', 'business');
const jobOf = async (id: string): Promise<Record<string, unknown>> => {
  let job = { state: 'running', result: null };
  await until(async () => {
    job = (await business.call('GET', `/manage/jobs/${id}`, undefined, owner)).body;
    return job.state !== 'running';
  });
  expect(job).toMatchObject({ state: 'succeeded' });
  return job;
};
const upload = (path: string): FormData => {
  const form = new FormData();
  form.set('file', Bun.file(path), path.split('/').at(-1));
  return form;
};
const untilReady = async (id: string, isDone: (media: Record<string, unknown>) => boolean): Promise<void> =>
  until(async () => isDone(await box.given('GET', `/manage/content/media/${id}`)));

/** By its name: what loads libraries and starts threads and processes. They run in this order. */
const provocations: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'the verbs'() {
    for (const { name } of entries) expect(await verb(['help', name])).toContain(`studiod ${name}`);
  },
  async 'the documents'() {
    expect((await box.given('GET', '/openapi.json')).openapi).toBe('3.1.0');
    // The executable has it from its build.
    expect(JSON.parse(await verb(['openapi'])).openapi).toBe('3.1.0');
  },
  'pages, Markdown and recurrence': () => askForPages(box),
  async 'compressed responses and files of pages'() {
    const { rootUrl, apiKey } = box.server.ready;
    const read = (path: string, encoding: string) => {
      const headers = { 'x-service-api-key': apiKey, 'accept-encoding': encoding };
      return fetch(`${rootUrl}${path}`, { headers, decompress: false });
    };
    const plain = await (await read('/v2/clients?limit=100', 'identity')).text();
    const decoders = { br: brotliDecompressSync, gzip: Bun.gunzipSync, zstd: Bun.zstdDecompressSync };
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await read('/v2/clients?limit=100', encoding);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(new TextDecoder().decode(decode(bytes))).toBe(plain);
    }
    const page = await (await read('/console', 'identity')).text();
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    expect(
      (await (await read(new URL(script, `${rootUrl}/console/`).pathname, 'identity')).text()).length,
    ).toBeGreaterThan(1000);
  },
  async metrics() {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${box.server.ready.rootUrl}/metrics`, { headers })).text();
    expect(text).toContain('event_loop');
  },
  async 'forms, uploads and examined files'() {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(pngWithText())], 'photo.png', { type: 'image/png' }));
    expect((await box.call('PUT', `/manage/clients/${MEMBER}/photo`, form)).status).toBe(200);
    const { id } = await box.made('/manage/content/media', upload(mediaFile('clip.webm')));
    await untilReady(id, ({ status }) => status === 'ready');
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '4' };
    expect((await raw(box, 'POST', '/manage/content/media/uploads', { headers })).status).toBe(201);
  },
  async imports() {
    const csv = 'firstName,lastName,email\nAda,Byron,ada@codes.example\n';
    for (const path of ['/manage/imports/check', '/manage/imports/preview', '/manage/imports']) {
      const { status } = await raw(box, 'POST', `${path}?family=clients`, {
        headers: { 'content-type': 'text/csv' },
        body: csv,
      });
      expect([path, status]).toEqual([path, 200]);
    }
  },
  async 'members of another provider'() {
    await box.client({ email: 'ada@example.com' });
    const profile = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-site-id': SITES.downtown };
      return (await box.call('GET', '/public-api/v2/member/profile', undefined, headers)).status;
    };
    const claims = goodClaims(provider.issuer, await box.now());
    expect(await profile(await sign(claims, key))).toBe(200);
    // A key that the provider does not have.
    expect(await profile(await sign(claims, await newKey('other')))).toBe(401);
  },
  async 'members with a code, and mails'() {
    // No mail goes to the names that are reserved for examples.
    const email = 'own@harbour-yoga.com';
    await box.client({ email });
    const { body } = await box.token({ email, code: await box.code(email) });
    const headers = { authorization: `Bearer ${body.idToken}`, 'x-site-id': SITES.downtown };
    expect((await box.call('GET', '/public-api/v2/member/profile', undefined, headers)).status).toBe(200);
    await until(() => mail.arrived.length > 0);
  },
  'push notifications': () => sendPush(box),
  async 'access tokens'() {
    const made = await box.made('/manage/oauth-clients', { name: 'Reports', scopes: ['clients:read'] });
    const form = { grant_type: 'client_credentials', client_id: made.clientId, client_secret: made.clientSecret };
    const answer = await raw(box, 'POST', '/oauth/token', { body: new URLSearchParams(form), headers: {} });
    const headers = { authorization: `Bearer ${answer.body.access_token}` };
    expect((await box.call('GET', '/v2/clients', undefined, headers)).status).toBe(200);
  },
  async passkeys() {
    const { headers } = await box.staff();
    const { publicKey } = await box.given('POST', '/manage/auth/passkeys/registration', undefined, headers);
    const device = new Authenticator(ORIGIN);
    await box.given('POST', '/manage/auth/passkeys', { name: 'Phone', passkey: device.create(publicKey) }, headers);
    const options = await box.given('POST', '/manage/auth/passkeys/options', {}, FROM_PAGE);
    const passkey = device.get(options.publicKey);
    expect((await box.call('POST', '/manage/auth/passkeys/sign-in', { passkey }, FROM_PAGE)).status).toBe(200);
  },
  async 'cards at Stripe'() {
    const { status, body } = await (await box.member()).call('POST', METHODS);
    expect([status, body]).toMatchObject([200, { publishableKey: 'pk_test_mock' }]);
  },
  async 'demo data, and the first owner'() {
    business = await startBusiness();
    const { status, headers } = await setUp(business, { demoData: true });
    expect(status).toBe(200);
    owner = { ...FROM_PAGE, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
    expect((await business.call('GET', '/v2/clients?limit=100', undefined, owner)).body.data.length).toBeGreaterThan(
      30,
    );
  },
  async 'backups, and a restore by the server'() {
    const { body: made } = await business.call('POST', '/manage/backups', undefined, owner);
    const { result } = (await jobOf(made.id)) as { result: { file: string } };
    const studioName = (await business.call('GET', '/manage/me', undefined, owner)).body.studio.name;
    const path = `/manage/backups/${result.file}/restore`;
    expect((await business.call('POST', path, { studioName }, owner)).status).toBe(202);
    await until(() => business.errSoFar().includes('serving again'));
    expect(await business.stop()).toBe(0);
  },
  async 'a backup that was missed, and a service manager'() {
    const data = join(cwd, 'business');
    for (const name of readdirSync(join(data, 'backups'))) Bun.spawnSync(['rm', '-r', join(data, 'backups', name)]);
    utimesSync(join(data, 'studiod.key'), new Date(0), new Date(0));
    business = await startBusiness({ NOTIFY_SOCKET: join(cwd, 'no-service-manager') });
    await until(() => readdirSync(join(data, 'backups')).some((name) => name.endsWith('.json')));
    expect(await business.stop()).toBe(0);
    // The log has the service manager that is not there as a warning.
    expect(business.errSoFar()).toContain('the service manager at NOTIFY_SOCKET');
  },
  async 'a restore from an encrypted copy'() {
    mkdirSync(COPIES);
    if (canBeAnother) giveToNobody(COPIES);
    await verb(['backup', 'copy', '--data', 'business'], backupSettings);
    mkdirSync(join(cwd, 'restored'), { mode: 0o700 });
    copyFileSync(join(cwd, 'business', 'studiod.key'), join(cwd, 'restored', 'studiod.key'));
    if (canBeAnother) giveToNobody(join(cwd, 'restored'));
    await verb(['restore', COPIES, '--data', 'restored'], backupSettings);
    expect(await verb(['sql', 'select count(*) from clients', '--data', 'restored'])).toContain('97');
  },
  async 'renditions of a video'() {
    const path = join(newFolder(), 'video.mp4');
    await makeVideo(path, { size: '320x240', seconds: 1 });
    const { id } = await box.made('/manage/content/media', upload(path));
    const variants = async () => (await box.given('GET', `/manage/content/media/${id}/variants`)).data.length;
    await until(async () => {
      // The job that makes them runs on the clock of the sandbox.
      await box.pass('PT1S');
      return (await variants()) > 0;
    });
  },
  async 'a server with TLS'() {
    const files = ['--tls-cert', tlsFile('loopback.pem'), '--tls-key', tlsFile('loopback.key')];
    for (const from of files.filter((_, index) => index % 2 === 1)) copyFileSync(from, join(cwd, basename(from)));
    const words = files.map((word) => (word.startsWith('--') ? word : join(cwd, basename(word))));
    if (canBeAnother) giveToNobody(cwd);
    const server = await startServer(place, 'serve', '--data', 'tls', ...words);
    const init = { tls: { rejectUnauthorized: false } };
    expect((await fetch(`${server.ready.rootUrl}/readyz`, init)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
  async 'a certificate from an authority'() {
    const acme = ['--acme-domain', 'studio.example', '--acme-agree-terms', '--acme-directory', 'http://127.0.0.1:1/'];
    const server = await startServer(place, 'serve', '--data', 'acme', ...acme, '--acme-http-port', `${freePort()}`);
    await until(() => server.errSoFar().includes('certificate'));
    expect(await server.stop()).toBe(0);
  },
  async 'the socket of a service manager'() {
    const serve = [...(place.program ?? command), 'serve', '--json', '--data', 'sockets'];
    const manager = await startSocketManager({ cwd, kind: 'ipv4', command: serve });
    manager.tell('start');
    expect((await fetch(`${(await manager.ready(1)).rootUrl}/readyz`)).status).toBe(200);
    manager.tell('SIGTERM');
    expect((await manager.ended(1)).code).toBe(0);
    await manager.stop();
  },
  async 'root and the data of another user'() {
    const words = ['key', 'list', '--data', join(cwd, 'business')];
    const { code, err } = await studiod({ cwd: newFolder() }, ...words);
    expect([code, err]).toEqual([0, expect.not.stringContaining('nobody cannot')]);
  },
  async 'install and upgrade'() {
    const root = newFolder();
    mkdirSync(join(root, 'etc'));
    for (const name of ['passwd', 'group', 'shadow', 'gshadow']) writeFileSync(join(root, 'etc', name), '');
    const executable = join(root, 'executable');
    writeFileSync(executable, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, { mode: 0o755 });
    const installed = await studiod({ cwd: root }, 'install', '--executable', executable, '--root', root);
    expect([installed.code, installed.err]).toEqual([0, expect.stringContaining('creating the system user studiod')]);
    const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(executable)).digest('hex');
    const { code, err } = await studiod(
      ...([{ cwd: root }, 'upgrade', executable, '--sha256', sha256, '--data', join(cwd, 'business')] as const),
      ...`--executable ${executable} --url http://127.0.0.1:1 --wait 1 --stop-command true --start-command true`.split(
        ' ',
      ),
    );
    // No server runs, so that none becomes ready.
    expect([code, err]).toEqual([1, expect.stringContaining('The database is unchanged.')]);
  },
};

const has = (...programs: string[]): boolean => programs.every((program) => Bun.which(program) !== null);
/** The source that another user runs is one bundle, which has no process of its own that examines files. */
const noExecutable = canBeAnother && process.env.STUDIOD_EXECUTABLE === undefined ? 'the executable' : undefined;
/** Why a machine cannot try one of them. */
const missing: Readonly<Record<string, string | undefined>> = {
  'forms, uploads and examined files': noExecutable,
  'renditions of a video': ffmpegPath() === undefined ? 'ffmpeg' : noExecutable,
  'the socket of a service manager': has('python3') ? undefined : 'python3',
  'root and the data of another user': canBeAnother ? undefined : 'root, and setpriv',
  'install and upgrade': canBeAnother && has('useradd', 'systemctl') ? undefined : 'root, useradd and systemctl',
};

test('what is loaded or started later has an entry, which says what provokes it', () => {
  expect([...provokedBy.keys()].toSorted()).toEqual(loadedLater());
  expect([...provokedBy.values()].filter((name) => provocations[name] === undefined)).toEqual([]);
});

for (const [name, provoke] of Object.entries(provocations)) {
  const needs = missing[name];
  test.skipIf(needs !== undefined)(needs === undefined ? name : `${name} (skipped: needs ${needs})`, async () => {
    await provoke();
  });
}
