import { expect, test } from 'bun:test';
import { changedFiles, isBeside } from '../../scripts/changed-files.ts';

test('what is changed, added, moved or new, with its spaces', () => {
  const status = ' M src/app.ts\0R  src/b.ts\0src/a.ts\0?? docs/a page.txt\0A  test/c.test.ts\0';
  expect(changedFiles(status)).toEqual(['src/app.ts', 'src/b.ts', 'docs/a page.txt', 'test/c.test.ts']);
  expect(changedFiles('')).toEqual([]);
});

test('the tests of a folder are beside what is changed in it', () => {
  const changed = ['src/resources/plans/plans.ts', 'src/app.ts'];
  expect(isBeside(changed, 'test/resources/plans/create.test.ts')).toBe(true);
  expect(isBeside(changed, 'test/resources/plans/terms/short.test.ts')).toBe(true);
  expect(isBeside(changed, 'test/resources/sites/create.test.ts')).toBe(false);
  expect(isBeside(changed, 'test/app/hidden.test.ts')).toBe(false);
});
