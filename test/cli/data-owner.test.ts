import { expect, test } from 'bun:test';
import { allVerbs } from '../../src/cli/entries.ts';

test('a verb of root works with the rights of the owner of the data, but for those that need no data, or change the machine', async () => {
  const verbs = await allVerbs();
  const keep = verbs.filter(({ keepsRoot }) => keepsRoot?.(new Map()) === true).map(({ name }) => name);
  expect(keep).toEqual(['upgrade']);
  const [upgrade] = verbs.filter(({ name }) => name === 'upgrade');
  expect(upgrade?.keepsRoot?.(new Map([['data-steps', 'true']]))).toBe(false);
  const dataless = verbs.filter(
    ({ settings = [], flags = [] }) => !settings.includes('data') && !flags.some(({ name }) => name === 'data'),
  );
  expect(dataless.map(({ name }) => name)).toEqual([
    'webhook verify',
    'install',
    'uninstall',
    'health',
    'openapi',
    'completions',
    'licenses',
    'version',
  ]);
});
