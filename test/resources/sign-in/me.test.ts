// Who calls, and what every page of the console needs.
import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { signedIn } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);
const me = (headers: Record<string, string>) => studio.get('/manage/me', headers);

test('GET /manage/me says whether the person has all sites', async () => {
  const all = await signedIn(studio);
  const { sites, hasAllSites } = (await me(all.headers)).body;
  expect(hasAllSites).toBe(true);
  const siteIds = [sites[0].id];
  const some = await signedIn(studio, { role: 'manager', siteIds });
  const own = (await me(some.headers)).body;
  expect(own.hasAllSites).toBe(false);
  expect(own.sites.map(({ id }: { id: string }) => id)).toEqual(siteIds);
});
