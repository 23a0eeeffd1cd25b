import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lockDirectory } from '../../src/database/lock.ts';
import { migrations } from '../../src/database/migrate.ts';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { canMount, mount } from '../helpers/mount.ts';
import { newFolder, removeFolder, startServer, studiod } from '../helpers/process.ts';
import { startStripeMock } from '../payments-processor/stripe/stripe-mock.ts';

/** Gives one process a system clock of its own: apt-get install libfaketime. */
const [library] = new Bun.Glob('/usr/lib/*/faketime/libfaketime.so.1').scanSync('/');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ids = createIds(systemClock, systemRandom());

let root = '';
let count = 0;
beforeAll(async () => {
  root = newFolder();
  const once = await startServer({ cwd: root }, 'serve', '--data', 'whole', '--timezone', 'Europe/Lisbon');
  expect(await once.stop()).toBe(0);
  expect((await studiod({ cwd: root }, 'backup', 'create', '--data', 'whole')).code).toBe(0);
});
afterAll(() => removeFolder(root));

interface Check {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly action: string | null;
}

interface Report {
  readonly code: number;
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly err: string;
}

/** A copy of a directory of a business that is whole. */
const copy = (): string => {
  count += 1;
  const directory = join(root, `data-${count}`);
  cpSync(join(root, 'whole'), directory, { recursive: true });
  return directory;
};

const examine = async (directory: string, words: string[] = [], env: Record<string, string> = {}): Promise<Report> => {
  const { code, out, err } = await studiod({ cwd: root, env }, 'doctor', '--json', '--data', directory, ...words);
  return { code, err, ...JSON.parse(out) };
};

/** The names of the checks that are not as in a whole directory without a server. */
const findingsOf = ({ checks }: Report): Record<string, string> =>
  Object.fromEntries(
    checks
      .filter(({ name, status }) => status !== 'ok' && name !== 'scheduler' && name !== 'processor')
      .map(({ name, status }) => [name, status]),
  );

const checkOf = (report: Report, name: string): Check => {
  const found = report.checks.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no check ${name}`);
  return found;
};

const change = (directory: string, ...statements: string[]): void => {
  const db = new Database(join(directory, 'studiod.db'));
  for (const statement of statements) db.run(statement);
  db.close();
};

const addEvent = (directory: string, at: number): void =>
  change(
    directory,
    `insert into events (id, type, siteId, createdAt, body)
     values ('evt_${ids.uuid()}', 'site.updated', 'x', '${isoInstant(at)}', '{}')`,
  );

/** The bytes and the modes of all files. */
const stateOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path} ${statSync(path).mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort();

test('a whole directory without a server: nothing failed, and nothing was changed', async () => {
  const directory = copy();
  const before = stateOf(directory);
  const report = await examine(directory);
  expect([report.code, report.ok, report.err]).toEqual([0, true, '']);
  expect(report.checks.map(({ name, status }) => [name, status])).toEqual([
    ['database', 'ok'],
    ['key', 'ok'],
    ['permissions', 'ok'],
    ['disk', 'ok'],
    ['clock', 'ok'],
    ['zone_data', 'ok'],
    ['scheduler', 'warning'],
    ['webhooks', 'ok'],
    ['processor', 'warning'],
    ['issuer', 'ok'],
    ['media', 'ok'],
    ['last_backup', 'ok'],
    ['proxy', 'ok'],
    ['tls', 'ok'],
  ]);
  for (const { status, action } of report.checks) expect(action === null).toBe(status === 'ok');
  expect(stateOf(directory)).toEqual(before);
});

test('the text has a line for each check, and below it what to do', async () => {
  const directory = copy();
  rmSync(join(directory, 'studiod.key'));
  const { code, out } = await studiod({ cwd: root }, 'doctor', '--data', directory);
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {7}database {5}.*opens/);
  expect(out).toMatch(/\nfailed {3}key {10}The sealing key .* is missing.*\n {22}Put the key of this database back/);
});

describe('beside a running server', () => {
  test('its scheduler is asked; the server goes on, and a server elsewhere is not found', async () => {
    const directory = copy();
    const server = await startServer({ cwd: root }, 'serve', '--data', directory);
    try {
      const report = await examine(directory, ['--url', server.ready.rootUrl]);
      expect(checkOf(report, 'scheduler')).toMatchObject({
        status: 'ok',
        message: expect.stringContaining('The jobs of'),
      });
      expect([report.code, findingsOf(report)]).toEqual([0, {}]);
      const lost = await examine(directory, ['--url', 'http://127.0.0.1:1']);
      expect(checkOf(lost, 'scheduler')).toMatchObject({
        status: 'warning',
        message: expect.stringContaining('does not respond'),
      });
      expect((await fetch(`${server.ready.rootUrl}/readyz`)).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  test('a server that says that its scheduler does not run', async () => {
    const directory = copy();
    const unlock = lockDirectory(join(directory, 'LOCK'));
    const checks = { database: 'ok', webhooks: 'ok', scheduler: 'degraded' };
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ object: 'health', status: 'degraded', checks }),
    });
    try {
      const report = await examine(directory, ['--url', server.url.origin]);
      expect([report.code, checkOf(report, 'scheduler').status]).toEqual([1, 'failed']);
      expect(checkOf(report, 'scheduler').message).toContain('is degraded');
    } finally {
      await server.stop(true);
      unlock();
    }
  });
});

describe('database', () => {
  test('missing', async () => {
    const directory = copy();
    rmSync(join(directory, 'studiod.db'));
    const report = await examine(directory);
    expect([report.code, findingsOf(report)]).toEqual([
      1,
      { database: 'failed', webhooks: 'warning', media: 'warning' },
    ]);
    expect(checkOf(report, 'database').message).toContain('There is no database in');
  });

  test('damaged pages', async () => {
    const directory = copy();
    const file = join(directory, 'studiod.db');
    const bytes = readFileSync(file);
    const db = new Database(file, { readonly: true });
    const page = db.query<{ rootpage: number }, []>("select rootpage from sqlite_master where name = 'sites'").get();
    const size = Number(db.query('PRAGMA page_size').values().flat()[0]);
    db.close();
    bytes.fill(0xff, ((page?.rootpage ?? 1) - 1) * size, (page?.rootpage ?? 1) * size);
    writeFileSync(file, bytes);
    const report = await examine(directory);
    expect(report.code).toBe(1);
    expect(checkOf(report, 'database')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('damaged'),
      action: expect.stringContaining('studiod restore'),
    });
  });

  test('not a database', async () => {
    const directory = copy();
    writeFileSync(join(directory, 'studiod.db'), 'x'.repeat(10_000));
    expect(checkOf(await examine(directory), 'database')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('cannot be read'),
    });
  });

  test('broken references', async () => {
    const directory = copy();
    change(
      directory,
      'PRAGMA foreign_keys = OFF',
      "insert into webhookSubscriptions (pattern, siteId, endpointId) values ('*', '', 'nobody')",
    );
    expect(checkOf(await examine(directory), 'database')).toMatchObject({
      status: 'failed',
      message: "Rows of 'webhookSubscriptions' refer to missing rows of 'webhookEndpoints'.",
    });
  });

  test.each([
    ['newer', migrations.length + 1, 'failed', 'or newer'],
    ['older', migrations.length - 1, 'warning', 'migrates'],
  ])('of a %s schema', async (_, schema, status, action) => {
    const directory = copy();
    change(directory, `PRAGMA user_version = ${schema}`);
    expect(checkOf(await examine(directory), 'database')).toMatchObject({
      status,
      message: expect.stringContaining(`schema ${schema}`),
      action: expect.stringContaining(action),
    });
  });
});

describe('key', () => {
  test('missing, damaged, and that of another database', async () => {
    const directory = copy();
    const path = join(directory, 'studiod.key');
    const found = async () => {
      const report = await examine(directory);
      expect([report.code, findingsOf(report)]).toEqual([1, { key: 'failed' }]);
      return checkOf(report, 'key').message;
    };
    writeFileSync(path, Buffer.alloc(32, 7).toString('base64'));
    expect(await found()).toContain('is not the key with which this database was sealed');
    writeFileSync(path, 'short');
    expect(await found()).toContain('is damaged');
    rmSync(path);
    expect(await found()).toContain('is missing');
  });
});

test.skipIf(process.platform === 'win32')(
  'permissions: a key that others can read, a directory that they can change',
  async () => {
    const directory = copy();
    chmodSync(join(directory, 'studiod.key'), 0o644);
    chmodSync(directory, 0o777);
    const report = await examine(directory);
    expect([report.code, findingsOf(report)]).toEqual([1, { permissions: 'failed' }]);
    const { message, action } = checkOf(report, 'permissions');
    expect(message).toContain('studiod.key can be read by other users of the machine (0644)');
    expect(message).toContain('can be changed by other users (0777)');
    expect(action).toContain(`chmod 600 ${join(directory, 'studiod.key')}`);
    chmodSync(directory, 0o700);
  },
);

test.skipIf(!canMount)('a full disk (skipped where tmpfs cannot be mounted: that takes root on Linux)', async () => {
  const disk = join(root, 'disk');
  mkdirSync(disk);
  expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)).toBe(true);
  try {
    const directory = join(disk, 'data');
    cpSync(join(root, 'whole'), directory, { recursive: true });
    expect(findingsOf(await examine(directory))).toEqual({});
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 300_000));
    const report = await examine(directory);
    expect([report.code, findingsOf(report)]).toEqual([1, { disk: 'failed' }]);
    expect(checkOf(report, 'disk').message).toContain('Writes are refused');
  } finally {
    mount('umount', disk);
  }
});

describe('clock', () => {
  test('behind the newest record', async () => {
    const directory = copy();
    addEvent(directory, systemClock.now() + 3 * HOUR);
    const report = await examine(directory);
    expect([report.code, findingsOf(report)]).toEqual([1, { clock: 'failed' }]);
    expect(checkOf(report, 'clock').message).toContain('3 hours before the newest record');
  });

  test.skipIf(library === undefined)('far behind the release (skipped without libfaketime)', async () => {
    const directory = join(root, 'nothing');
    const report = await examine(directory, [], { LD_PRELOAD: String(library), FAKETIME: '@2001-01-01 00:00:00' });
    expect(checkOf(report, 'clock')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('before the release of this program'),
    });
  });
});

test('zone data: a zone of a site that is not known', async () => {
  const directory = copy();
  change(directory, "update sites set timezone = 'Europe/Atlantis'");
  const report = await examine(directory);
  expect([report.code, findingsOf(report)]).toEqual([1, { zone_data: 'failed' }]);
  expect(checkOf(report, 'zone_data').message).toBe('The time zone Europe/Atlantis of a site is not known.');
});

describe('webhooks', () => {
  const endpoint = (status: string, failures: number) =>
    `insert into webhookEndpoints (id, name, url, eventTypes, locationScope, secret, secretLast4, status, consecutiveFailures, createdAt, updatedAt)
     values ('w1', 'Door', 'https://door.example/secret-path', '["*"]', 'all', x'00', 'abcd', '${status}', ${failures}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`;

  test('a failing endpoint, without what its address may hold', async () => {
    const directory = copy();
    change(directory, endpoint('failing', 4));
    const report = await examine(directory);
    expect(findingsOf(report)).toEqual({ webhooks: 'warning' });
    expect(checkOf(report, 'webhooks').message).toBe(
      "The endpoint 'Door' (door.example) is failing after 4 failed events in a row.",
    );
  });

  test('an event that waits for too long', async () => {
    const directory = copy();
    addEvent(directory, systemClock.now() - 5 * HOUR);
    change(
      directory,
      endpoint('enabled', 0),
      `insert into webhookJobs (eventId, endpointId, dueAt)
       select id, 'w1', '${isoInstant(systemClock.now() - 5 * HOUR)}' from events limit 1`,
    );
    const report = await examine(directory);
    expect(findingsOf(report)).toEqual({ webhooks: 'warning' });
    expect(checkOf(report, 'webhooks').message).toContain('since 5 hours');
  });
});

describe('processor', () => {
  const env = (url: string) => ({
    STUDIOD_PROCESSOR: 'stripe',
    STUDIOD_STRIPE_SECRET_KEY: 'sk_test_PlantedSecretKey',
    STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_mock',
    STUDIOD_STRIPE_WEBHOOK_SECRET: 'whsec_Planted',
    STUDIOD_STRIPE_API_URL: url,
  });

  test('one that answers, one that cannot be reached, and keys of two modes; no key is printed', async () => {
    const stripe = await startStripeMock();
    const directory = copy();
    try {
      expect(checkOf(await examine(directory, [], env(stripe.url)), 'processor')).toMatchObject({ status: 'ok' });
    } finally {
      stripe.stop();
    }
    const unreachable = await examine(directory, [], env('http://127.0.0.1:1'));
    expect([unreachable.code, checkOf(unreachable, 'processor').status]).toEqual([1, 'failed']);
    const mixed = await examine(directory, [], { ...env(stripe.url), STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' });
    expect(checkOf(mixed, 'processor')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Configure two keys of one mode'),
    });
    expect(JSON.stringify([unreachable, mixed])).not.toContain('Planted');
  }, 60_000);
});

test('issuer: one that answers, one without keys, one that does not exist', async () => {
  const directory = copy();
  let keys: object[] = [{ kty: 'EC', crv: 'P-256', kid: '1' }];
  const provider: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      Response.json(
        request.url.endsWith('/jwks')
          ? { keys }
          : { issuer: provider.url.origin, jwks_uri: `${provider.url.origin}/jwks` },
      ),
  });
  const { origin } = provider.url;
  const found = async () =>
    checkOf(await examine(directory, ['--member-issuer', origin, '--member-audience', 'app']), 'issuer');
  expect(await found()).toMatchObject({ status: 'ok', message: `${origin} has 1 keys.` });
  keys = [];
  expect(await found()).toMatchObject({ status: 'failed', message: `${origin}/jwks has no keys.` });
  await provider.stop(true);
  expect(await found()).toMatchObject({ status: 'failed', message: expect.stringContaining('cannot sign in') });
  expect(checkOf(await examine(directory, ['--member-issuer', origin]), 'issuer').status).toBe('failed');
});

describe('media', () => {
  const addFile = (directory: string, content: string): string => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const path = createMediaStore({ directory: join(directory, 'media') }).path(sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const now = isoInstant(systemClock.now());
    change(
      directory,
      `insert into mediaFiles (id, sizeBytes, createdAt, updatedAt) values ('${sha256}', ${content.length}, '${now}', '${now}')`,
    );
    return path;
  };

  test('whole, missing, cut and changed files', async () => {
    const directory = copy();
    const [removed, cut, changed] = ['one', 'two', 'three', 'four'].map((text) => addFile(directory, text.repeat(99)));
    expect(checkOf(await examine(directory), 'media')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('4 files of media are there'),
    });
    rmSync(String(removed));
    truncateSync(String(cut), 5);
    writeFileSync(String(changed), 'x'.repeat(495));
    for (const words of [[], ['--all']]) {
      const report = await examine(directory, words);
      expect([report.code, findingsOf(report)]).toEqual([1, { media: 'failed' }]);
      expect(checkOf(report, 'media').message).toContain('1 of 4 files are missing');
      expect(checkOf(report, 'media').message).toContain('2 of 4 files are damaged');
    }
  });

  test('a program that makes renditions is missing', async () => {
    const directory = copy();
    expect(checkOf(await examine(directory, ['--ffmpeg', 'no-such-program']), 'media')).toMatchObject({
      status: 'failed',
      message: "There is no program 'no-such-program'.",
    });
    const path = { PATH: resolve(root) };
    expect(checkOf(await examine(directory, [], path), 'media').status).toBe('ok');
    change(
      directory,
      `insert into contentMedia (id, kind, status, title, playbackPolicy, createdAt, updatedAt)
       values ('m1', 'video', 'ready', 'Video', 'public', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    );
    expect(checkOf(await examine(directory, [], path), 'media')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('no program ffmpeg on PATH'),
    });
  });
});

test('last backup: none, an old one, one that was cut', async () => {
  const directory = copy();
  const backups = join(directory, 'backups');
  const manifest = join(backups, readdirSync(backups).find((name) => name.endsWith('.json')) ?? '');
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, createdAt: isoInstant(systemClock.now() - 5 * DAY) }));
  const old = await examine(directory);
  expect([old.code, findingsOf(old)]).toEqual([1, { last_backup: 'failed' }]);
  expect(checkOf(old, 'last_backup').message).toContain('is 5 days old');
  expect(findingsOf(await examine(directory, ['--backup-schedule', 'off']))).toEqual({ last_backup: 'warning' });
  writeFileSync(manifest, JSON.stringify(content));
  truncateSync(join(backups, content.file), 100);
  expect(checkOf(await examine(directory), 'last_backup').message).toContain('has 100 bytes instead of');
  rmSync(backups, { recursive: true });
  expect(findingsOf(await examine(directory))).toEqual({ last_backup: 'warning' });
});

describe('proxy and TLS', () => {
  test.each([
    [['--host', '0.0.0.0'], 'failed', 'without TLS would expose API keys'],
    [['--behind-proxy'], 'warning', 'every request seems to come from the proxy'],
    [['--behind-proxy', '--trusted-proxies', '0.0.0.0/0'], 'failed', 'names every address'],
    [['--public-url', 'http://studio.example'], 'warning', 'has no TLS'],
  ])('%p is %s', async (words, status, message) => {
    const report = await examine(join(root, 'whole'), words);
    expect(findingsOf(report)).toMatchObject({ proxy: status });
    expect(checkOf(report, 'proxy').message).toContain(message);
  });

  test('a certificate that is missing, and one that has ended', async () => {
    const missing = await examine(join(root, 'whole'), ['--tls-cert', 'no.pem', '--tls-key', 'no.pem']);
    expect(checkOf(missing, 'tls')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('cannot be read'),
    });
    const files = resolve(import.meta.dir, '../fixtures/tls');
    const given = ['--tls-cert', join(files, 'loopback.pem'), '--tls-key', join(files, 'loopback.key')];
    expect(checkOf(await examine(join(root, 'whole'), given), 'tls').status).toBe('ok');
    if (library === undefined) return;
    const late = { LD_PRELOAD: String(library), FAKETIME: '@2121-01-01 00:00:00' };
    expect(checkOf(await examine(join(root, 'whole'), given, late), 'tls')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('loopback.pem ended'),
    });
  });
});

test('exit 2 for a wrong setting', async () => {
  const { code, err } = await studiod({ cwd: root }, 'doctor', '--port', 'x');
  expect([code, err]).toEqual([2, expect.stringContaining('--port must be a whole number')]);
});
