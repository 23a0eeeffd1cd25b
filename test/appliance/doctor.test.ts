import { describe, expect, test } from 'bun:test';
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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../src/database/lock.ts';
import { migrations } from '../../src/database/migrate.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { numberIn } from '../helpers/database-file.ts';
import { addEvent, change, checkOf, findingsOf, library, wholeDirectories } from '../helpers/doctor.ts';
import { canMount, mount } from '../helpers/mount.ts';
import { startServer, studiod } from '../helpers/process.ts';
import { writeZoneinfo } from '../helpers/zoneinfo.ts';

const { root, whole, copy, examine } = wholeDirectories();

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
    ['external_ids', 'ok'],
    ['scheduler', 'warning'],
    ['webhooks', 'ok'],
    ['mail', 'ok'],
    ['processor', 'warning'],
    ['issuer', 'ok'],
    ['media', 'ok'],
    ['last_backup', 'ok'],
    ['restore_test', 'ok'],
    ['backup_copies', 'ok'],
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
  expect(out).toMatch(/^ok {7}database {7}.*opens/);
  expect(out).toMatch(
    /\nfailed {3}key {12}The encryption key .* is missing.*\n {24}Restore the encryption key of this database/,
  );
});

test('a server that starts says what is dangerous, and what to do', async () => {
  const directory = copy();
  chmodSync(join(directory, 'studiod.key'), 0o644);
  addEvent(directory, systemClock.now() + 3 * HOUR_MS);
  const words = ['--behind-proxy', '--trusted-proxies', '0.0.0.0/0', '--public-url', 'http://studio.example'];
  const server = await startServer({ cwd: root }, 'serve', '--data', directory, ...words);
  expect(await server.stop()).toBe(0);
  const err = await server.err;
  for (const said of [
    'studiod.key (0644). Run: chmod 600',
    '3 hours before the newest record',
    '--trusted-proxies includes every address',
    'http://studio.example has no TLS',
  ]) {
    expect(err).toContain(said);
  }
});

describe('beside a running server', () => {
  test('its scheduler is asked; the server goes on, and a server elsewhere is not found', async () => {
    const directory = copy();
    const server = await startServer({ cwd: root }, 'serve', '--data', directory);
    try {
      const report = await examine(directory, ['--url', server.ready.rootUrl]);
      expect(checkOf(report, 'scheduler')).toMatchObject({
        status: 'ok',
        message: expect.stringContaining('Jobs run at'),
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
      {
        database: 'failed',
        external_ids: 'warning',
        webhooks: 'warning',
        media: 'warning',
        restore_test: 'warning',
        backup_copies: 'warning',
      },
    ]);
    expect(checkOf(report, 'database').message).toContain('There is no database in');
  });

  test('damaged pages', async () => {
    const directory = copy();
    const file = join(directory, 'studiod.db');
    const bytes = readFileSync(file);
    const page = numberIn(file, "select rootpage from sqlite_master where name = 'sites'");
    const size = numberIn(file, 'PRAGMA page_size');
    bytes.fill(0xff, (page - 1) * size, page * size);
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
      message: "Rows in 'webhookSubscriptions' refer to missing rows in 'webhookEndpoints'.",
    });
  });

  test.each([
    ['newer', migrations.length + 1, 'failed', 'or newer'],
    ['older', migrations.length - 1, 'warning', 'migrate'],
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
    expect(await found()).toContain('is not the encryption key for this database');
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
    expect(message).toContain('Other users of this machine can read');
    expect(message).toContain('Other users can change');
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
    cpSync(whole, directory, { recursive: true });
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
    addEvent(directory, systemClock.now() + 3 * HOUR_MS);
    const report = await examine(directory);
    expect([report.code, findingsOf(report)]).toEqual([1, { clock: 'failed' }]);
    expect(checkOf(report, 'clock').message).toContain('3 hours before the newest record');
  });

  test.skipIf(library === undefined)('far behind the release (skipped without libfaketime)', async () => {
    const directory = join(root, 'nothing');
    const report = await examine(directory, [], { LD_PRELOAD: String(library), FAKETIME: '@2001-01-01 00:00:00' });
    expect(checkOf(report, 'clock')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('before the release date of this program'),
    });
  });
});

test('external ids: those that several records have', async () => {
  const directory = copy();
  change(directory, "update sites set externalId = '4711'");
  expect(findingsOf(await examine(directory))).toEqual({});
  change(
    directory,
    `create temp table copies as select * from sites limit 1; update copies set id = '01950000-0000-7000-8000-0000000000aa';
     insert into sites select * from copies`,
  );
  const report = await examine(directory);
  expect([report.code, findingsOf(report)]).toEqual([0, { external_ids: 'warning' }]);
  expect(checkOf(report, 'external_ids').message).toBe("Several records in 'sites' share the external ID '4711'.");
});

test('zone data: a zone of a site that is not known', async () => {
  const directory = copy();
  change(directory, "update sites set timezone = 'Europe/Atlantis'");
  const report = await examine(directory);
  expect([report.code, findingsOf(report)]).toEqual([1, { zone_data: 'failed' }]);
  expect(checkOf(report, 'zone_data').message).toBe(
    'Time zone rules: version 2026f, from the program. Time zone Europe/Atlantis of a site is unknown.',
  );
});

test('zone data: newer rules of the machine are used, and damaged ones are named', async () => {
  const directory = copy();
  const zoneinfo = join(root, 'zoneinfo');
  const message = async () =>
    checkOf(await examine(directory, [], { STUDIOD_ZONEINFO: zoneinfo }), 'zone_data').message;
  expect(await message()).toContain(
    `2026f, from the program. This machine has none: ${zoneinfo}/tzdata.zi is missing.`,
  );
  writeZoneinfo(zoneinfo, '2099a', {});
  expect(await message()).toContain(`2099a, from ${zoneinfo}.`);
});
