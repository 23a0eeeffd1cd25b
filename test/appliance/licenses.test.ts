import { expect, test } from 'bun:test';
import { studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();

test.skipIf(process.env.STUDIOD_EXECUTABLE === undefined)(
  'the executable prints the license of every package inside, as text and as JSON',
  async () => {
    const text = await studiod({ cwd }, 'licenses');
    expect([text.code, text.err]).toEqual([0, '']);
    const packages = JSON.parse((await studiod({ cwd }, 'licenses', '--json')).out) as { name: string; text: string }[];
    for (const name of ['bun', 'elysia', 'drizzle-orm', 'jose']) {
      expect(packages.map((each) => each.name)).toContain(name);
    }
    for (const each of packages) expect(text.out).toContain(each.text);
  },
);

test.skipIf(process.env.STUDIOD_EXECUTABLE !== undefined)('from source, 1: the executable has them', async () => {
  const { code, out, err } = await studiod({ cwd }, 'licenses');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('npm run build');
});
