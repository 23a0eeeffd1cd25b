import { expect, test } from 'bun:test';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '../..');

/** Runs the script for some loads. Its figures of time say nothing here. */
const attack = async (only: string) => {
  const command = [process.execPath, join(root, 'scripts/attack.ts'), '--slack', '1000', '--only', only];
  const child = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { out, code };
};

test.if(process.platform === 'linux')('scripts/attack prints what a load takes, and ends its server', async () => {
  const { out, code } = await attack('uploads');
  expect(out).toMatch(
    /^load +server, MB +children, MB +\/livez, ms +seconds +answers\n500 uploads .* \d+ x (?:503|409)/,
  );
  expect(out).toEndWith('every bound holds\n');
  expect(code).toBe(0);
});

test('scripts/attack fails when no load has that name', async () => {
  expect((await attack('nothing of that name')).code).toBe(1);
});
