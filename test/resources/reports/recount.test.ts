import { test } from 'bun:test';
import { forEachSeed } from '../../helpers/seeds.ts';
import { randomStudio } from './random-studio.ts';
import { compare } from './recount.ts';

test('each number of the reports is what a recount of the records gives, after random acts', async () => {
  await forEachSeed({ runs: 16, budgetMs: 20_000 }, async (seed) => {
    const happened = await randomStudio(seed);
    const [main, second] = happened.sites;
    const ranges = [
      { from: '2026-03-01', to: '2026-05-31' },
      { from: '2026-04-06', to: '2026-04-19' },
      { from: '2026-04-25', to: '2026-05-20' },
    ];
    for (const range of ranges) await compare(happened, { ...range, siteId: undefined });
    for (const site of [main, second])
      await compare(happened, { from: '2026-03-03', to: '2026-05-01', siteId: site?.id });
  });
}, 240_000);
