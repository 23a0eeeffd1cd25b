import { Database } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { valuesIn } from '../helpers/database-file.ts';
import { canMount, mount } from '../helpers/mount.ts';
import {
  processorShare,
  removeFolder,
  type Server,
  startServer,
  studiod,
  testFolder,
  until,
} from '../helpers/process.ts';

const MIB = 1_048_576;

const cwd = testFolder();
let disk = '';
let server: Server;
const filler = () => join(disk, 'filler');
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
/** Fills the disk up to some free bytes. */
const leave = (free: number): void => {
  for (let tries = 1; ; tries += 1) {
    rmSync(filler(), { force: true });
    try {
      writeFileSync(filler(), Buffer.alloc(Math.max(0, freeBytes() - free)));
      break;
    } catch (error) {
      // The server has written meanwhile.
      if (tries === 10) throw error;
    }
  }
  expect(freeBytes()).toBeLessThanOrEqual(free + 8_192);
};

const send = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, body);
  return { ...reply, code: reply.body.error?.code };
};
const createSite = (letters = 10) => send('POST', '/v2/sites', { name: 'New', description: 'x'.repeat(letters) });
const countSites = async (): Promise<number> => (await send('GET', '/v2/sites?limit=100')).body.data.length;
const isReady = async (): Promise<boolean> => (await send('GET', '/readyz')).status === 200;
describe.skipIf(!canMount)('a full disk (skipped where tmpfs cannot be mounted: that takes root on Linux)', () => {
  beforeAll(() => {
    disk = join(cwd, 'disk');
    mkdirSync(disk);
    expect(mount('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)).toBe(true);
  });
  afterEach(async () => {
    rmSync(filler(), { force: true });
    await server.stop();
    removeFolder(join(disk, 'box'));
  });
  afterAll(() => void mount('umount', disk));
  const start = async () => {
    // Renditions of the demo studio's video would take of the disk.
    const env = { STUDIOD_FFMPEG: 'off' };
    server = await startServer({ cwd, env }, 'sandbox', '--data', join(disk, 'box'));
  };

  test('503 storage_full for every write below 1 %; reads go on, and it heals by itself', async () => {
    await start();
    const before = await countSites();
    const [client] = (await send('GET', '/v2/clients?limit=1')).body.data;
    expect([await isReady(), (await send('GET', '/v2/health')).body.status]).toEqual([true, 'ok']);
    leave(0.5 * MIB);
    await until(async () => !(await isReady()));
    for (const [method, path, body] of [
      ['POST', '/v2/sites', { name: 'New' }],
      ['PATCH', `/v2/clients/${client.id}`, { notes: 'New' }],
      ['DELETE', `/v2/clients/${client.id}`],
      ['POST', '/v2/checkins', { clientId: client.id }],
      ['POST', '/manage/imports?family=clients', [{ firstName: 'A', lastName: 'B', email: 'a@b.example' }]],
    ] as const) {
      const reply = await send(method, path, body);
      expect([method, path, reply.status, reply.code]).toEqual([method, path, 503, 'storage_full']);
    }
    const health = await send('GET', '/v2/health');
    expect([health.status, health.body.status, health.body.checks.database]).toEqual([200, 'degraded', 'degraded']);
    expect((await send('GET', '/readyz')).body).toEqual({ status: 'not ready', checks: { database: 'degraded' } });
    expect((await fetch(`${server.ready.rootUrl}/livez`)).status).toBe(200);
    expect(await countSites()).toBe(before);
    expect((await send('GET', `/v2/clients/${client.id}`)).body).toEqual(client);
    // Credentials and rights are still checked first.
    expect((await fetch(`${server.ready.baseUrl}/sites`, { method: 'POST' })).status).toBe(401);

    rmSync(filler());
    await until(isReady);
    expect((await createSite()).status).toBe(201);
    expect((await send('GET', '/v2/health')).body.status).toBe('ok');
    await server.stop();
    const log = await server.err;
    expect(log.match(/the database disk is full/g)).toHaveLength(1);
    expect(log.match(/the database disk has space again/g)).toHaveLength(1);
  });

  test('503 storage_full for an import that does not fit; the room that it took comes back by itself', async () => {
    await start();
    // The demo studio goes from the log of the database to its file, which needs room.
    await server.stop();
    await start();
    const before = (await send('GET', '/v2/clients?limit=100')).body.data.length;
    leave(4 * MIB);
    const rows = Array.from({ length: 4_000 }, (_, index) => ({
      externalId: `big-${index}`,
      firstName: 'A',
      lastName: 'B',
      notes: 'x'.repeat(5_000),
    }));
    const reply = await send('POST', '/manage/imports?family=clients', rows);
    expect([reply.status, reply.code]).toEqual([503, 'storage_full']);
    await until(async () => freeBytes() > 3 * MIB && (await isReady()));
    expect((await createSite()).status).toBe(201);
    expect((await send('GET', '/v2/clients?limit=100')).body.data).toHaveLength(before);
  });

  const data = () => ['--data', join(disk, 'box')];
  const backups = () => ['--backup-dir', join(cwd, 'backups')];
  const verb = async (...words: string[]) => {
    const { code, err } = await studiod({ cwd }, ...words, ...data());
    return [code, err.split('\n').at(-2) ?? ''];
  };
  const FULL = 'studiod: The disk is full. Free some space, then run the command again.';

  /** Whether the demo studio's changes that take several transactions are done. An export says when some are not. */
  const isFinished = (): boolean =>
    valuesIn(join(disk, 'box', 'studiod.db'), 'select 1 from "unfinishedChanges"').length === 0;

  /** Leaves no room, also none in the log of the database, which a reader keeps from beginning anew. */
  const leaveNone = (): Database => {
    const database = new Database(join(disk, 'box', 'studiod.db'));
    const reader = new Database(join(disk, 'box', 'studiod.db'), { readonly: true });
    reader.run('begin');
    reader.query('select count(*) from sites').get();
    leave(0);
    // A write of one page at a time, until none fits.
    const fill = () => {
      for (let number = 0; ; number += 1) database.run(`update sites set phone = '${number}'`);
    };
    expect(fill).toThrow('full');
    database.close();
    return reader;
  };

  test('the verbs that save data work beside the server, and the others say what to do', async () => {
    await start();
    await until(isFinished);
    const reader = leaveNone();
    const notNoted =
      'studiod: warning: The database disk is full, so this is missing from the audit log. Free some space.';
    expect(await verb('backup', 'create', '--json', ...backups())).toEqual([0, notNoted]);
    // The server may have given room back.
    leave(0);
    expect(await verb('export', join(cwd, 'records'))).toEqual([0, notNoted]);
    leave(0);
    expect(await verb('key', 'create', '--name', 'New')).toEqual([1, FULL]);
    reader.close();
  }, 120_000);

  test('a restore that does not fit changes nothing, and a first start says what to do', async () => {
    expect((await verb('key', 'create', '--new-data', '--name', 'New'))[0]).toBe(0);
    const file = join(disk, 'box', 'studiod.db');
    const copy = join(cwd, 'copy.db');
    copyFileSync(file, copy);
    leave(MIB / 4);
    expect(await verb('restore', copy)).toEqual([1, FULL]);
    expect(readFileSync(file).equals(readFileSync(copy))).toBe(true);
    rmSync(join(disk, 'box'), { recursive: true });
    leave(0);
    const [code, text] = await verb('serve');
    expect([code, text]).toEqual([3, expect.stringContaining('Free some space and start again.')]);
  });

  test('503 storage_full when SQLite finds the disk full; nothing is half done', async () => {
    await start();
    const before = await countSites();
    leave(1.5 * MIB);
    let created = 0;
    let refused = 0;
    // Several at once, so that some of one commit would fit.
    while (refused === 0) {
      const answers = await Promise.all(Array.from({ length: 16 }, () => createSite(5_000)));
      created += answers.filter(({ status }) => status === 201).length;
      refused += answers.filter(({ status, code }) => status === 503 && code === 'storage_full').length;
      expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      expect(created).toBeLessThan(2_000);
    }
    const counted = () =>
      [
        "select (select count(*) from sites), (select count(*) from events where type = 'site.created')",
        'PRAGMA quick_check',
      ].flatMap((sql) => valuesIn(join(disk, 'box', 'studiod.db'), sql).flat());
    expect(counted()).toEqual([before + created, created, 'ok']);

    await until(async () => (await processorShare(server.child.pid)) < 0.5);

    rmSync(filler());
    await until(isReady);
    expect((await createSite()).status).toBe(201);
    expect(counted()).toEqual([before + created + 1, created + 1, 'ok']);
    await server.stop();
    expect(await server.err).toContain('the database disk is full');
  });
});
