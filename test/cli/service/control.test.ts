import { beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { untilReady } from '../../../src/cli/service/control.ts';
import { migrationOf } from '../../../src/cli/service/migration.ts';
import { lockDirectory } from '../../../src/database/lock.ts';
import { changeIn } from '../../helpers/database-file.ts';
import { folderForEachTest } from '../../helpers/process.ts';

const directory = folderForEachTest();
beforeEach(() => setSchema(43));

const setSchema = (schema: number): void => changeIn(join(directory, 'studiod.db'), `PRAGMA user_version = ${schema}`);
const lock = (): (() => void) => lockDirectory(join(directory, 'LOCK'));

test('a migration runs while the lock is held and the schema is older', () => {
  const { state } = migrationOf(directory, 44);
  expect(state()).toBe('none');
  const unlock = lock();
  expect(state()).toBe('running');
  setSchema(44);
  expect(state()).toBe('none');
  setSchema(43);
  unlock();
  expect(state()).toBe('ended');
  expect(migrationOf(directory, 43).state()).toBe('none');
});

/** Waits for a server that answers 503 until `onCheck` says, from the number of the check, that it is ready. */
const wait = async (onCheck: (check: number) => boolean) => {
  let checks = 0;
  let said = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const isHealth = !url.endsWith('/readyz');
      if (!isHealth) checks += 1;
      const status = isHealth || onCheck(checks) ? 200 : 503;
      return Response.json({ object: 'health', version: '1.1.0', uptimeSeconds: 0 }, { status });
    },
  });
  const reason = await untilReady({
    url: new URL('/v2/health', server.url),
    version: '1.1.0',
    within: 1,
    migration: migrationOf(directory, 44),
    onMigration: () => {
      said += 1;
    },
  });
  await server.stop(true);
  return { reason, checks, said };
};

test('a server that does not migrate has the time of a start only', async () => {
  expect(await wait(() => false)).toEqual({ reason: '/readyz responds with 503', checks: 1, said: 0 });
});

test('a server that migrates is waited for, and that is said once', async () => {
  const unlock = lock();
  expect(await wait((check) => check === 5)).toEqual({ reason: undefined, checks: 5, said: 1 });
  unlock();
});

test('a server that ends during its migration is not waited for', async () => {
  const unlock = lock();
  const end = (check: number): boolean => {
    if (check === 3) unlock();
    return false;
  };
  expect(await wait(end)).toMatchObject({ reason: expect.stringContaining('it ended before'), checks: 3, said: 1 });
});
