import { expect, test } from 'bun:test';

const root = 'src/console/';
const sources = await Promise.all(
  [...new Bun.Glob(`${root}**/*.{ts,tsx}`).scanSync()].map(async (path) => ({
    path: path.slice(root.length),
    text: await Bun.file(path).text(),
  })),
);

// Noon in UTC is the next day in New Zealand.
test('a date of no zone is written in UTC, whatever the zone of the site', () => {
  const writes = /\b(?:date|onDate|day|longDay)\(`[^`]*Z`\)/;
  const wrong = sources.filter(({ text }) => writes.test(text) && !text.includes(`useFormats('UTC')`));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
