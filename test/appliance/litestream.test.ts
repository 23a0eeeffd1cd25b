// Replication by the real Litestream to another folder, and what is there after both processes were killed.
import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../src/kernel/clock.ts';
import { folderForEachTest, startServer, studiod, until } from '../helpers/process.ts';

// Tried where the program is on the PATH: CI gets it from npm.
const litestream = Bun.which('litestream') ?? '';
const whySkipped = litestream === '' ? ' (skipped: litestream is not on the PATH)' : '';

const cwd = folderForEachTest();
let running: Bun.Subprocess[] = [];
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  running = [];
});

const start = (data: string) => startServer({ cwd }, 'serve', '--data', data);

const replica = (): string => `file://${join(cwd, 'replica')}`;
const replicate = () => {
  const child = Bun.spawn([litestream, 'replicate', join(cwd, 'first', 'studiod.db'), replica()], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  running.push(child);
  return child;
};

const isIntact = (db: Database): boolean => {
  try {
    return db.query<{ integrity_check: string }, []>('pragma integrity_check').get()?.integrity_check === 'ok';
  } catch {
    return false;
  }
};

/** The emails of the clients in the replica, in the order in which they were created. Undefined without an intact copy. */
const restored = (folder: string): string[] | undefined => {
  rmSync(join(cwd, folder), { recursive: true, force: true });
  mkdirSync(join(cwd, folder));
  const file = join(cwd, folder, 'studiod.db');
  if (Bun.spawnSync([litestream, 'restore', '-o', file, replica()]).exitCode !== 0) return undefined;
  const db = new Database(file);
  try {
    if (!isIntact(db)) return undefined;
    return db
      .query<{ email: string }, []>('select email from clients order by id')
      .all()
      .map(({ email }) => email);
  } finally {
    db.close();
  }
};

test.skipIf(litestream === '')(
  `Litestream beside a server has all but the newest writes when both are killed, and a second machine goes on${whySkipped}`,
  async () => {
    await (await start('first')).stop();
    const { out } = await studiod(
      { cwd },
      ...'key create --name test --scopes * --tier unlimited --data first --json'.split(' '),
    );
    const headers = { 'x-service-api-key': JSON.parse(out).key, 'content-type': 'application/json' };
    let server = await start('first');
    const acknowledged: string[] = [];
    let isOver = false;
    /** Creates one client after another until the server is gone. */
    const write = async (): Promise<void> => {
      while (!isOver) {
        const email = `client-${acknowledged.length}@example.com`;
        const body = JSON.stringify({ firstName: 'Ann', lastName: 'Lee', email });
        const { status } = await fetch(`${server.ready.rootUrl}/v2/clients`, { method: 'POST', headers, body }).catch(
          () => ({ status: 0 }),
        );
        if (status === 0) return;
        expect(status).toBe(201);
        acknowledged.push(email);
        await pause(1);
      }
    };

    let replicator = replicate();
    let writing = write();
    await until(() => acknowledged.length >= 200);
    isOver = true;
    await writing;
    // The order in which a service manager stops and starts them.
    replicator.kill('SIGTERM');
    await replicator.exited;
    expect(await server.stop()).toBe(0);
    server = await start('first');
    replicator = replicate();

    isOver = false;
    writing = write();
    await until(() => acknowledged.length >= 400);
    const before = acknowledged.length;
    // Litestream's first snapshot can be newer than the log beside it, so a copy is not intact for a second or two.
    await until(async () => {
      await pause(500);
      return (restored('look')?.length ?? 0) >= before;
    });
    server.child.kill('SIGKILL');
    replicator.kill('SIGKILL');
    isOver = true;
    await Promise.all([writing, server.child.exited, replicator.exited]);

    const kept = restored('second') ?? [];
    expect(kept.length).toBeGreaterThanOrEqual(before);
    // Nothing is missing in the middle. The last write may be there without its response.
    expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged.slice(0, kept.length));
    copyFileSync(join(cwd, 'first', 'studiod.key'), join(cwd, 'second', 'studiod.key'));
    server = await start('second');
    const response = await fetch(`${server.ready.rootUrl}/v2/clients?limit=1`, { headers });
    expect(await response.json()).toMatchObject({ data: [{ email: kept.at(-1) }] });
  },
);
