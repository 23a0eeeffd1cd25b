import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';
import { exportFile, imported } from './set-up.ts';

test('grants of another studio come in as they were, although old facts have earned the award here meanwhile', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio, { email: 'ann@example.com' });
  const visits = [1, 2, 3].map((day) => ({
    externalId: `v${day}`,
    clientId,
    checkedInAt: `2026-02-0${day}T15:00:00Z`,
  }));
  await imported(studio, 'checkins', visits);
  const [byHand, often] = await Promise.all(
    ['a', 'b'].map(async (externalId) => {
      await imported(studio, 'awards', [{ externalId, name: 'Three', trigger: 'visits', threshold: 3 }]);
      return (await studio.get(`/manage/awards?external_id=${externalId}`)).body.data[0].id as string;
    }),
  );
  await waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
  const grants = () => JSON.parse(JSON.stringify(studio.db.query('select * from awardGrants order by id').all()));
  expect(grants().map(({ ordinal }: { ordinal: number }) => ordinal)).toEqual([1, 1]);
  studio.events();
  const grant = (last: number, awardId: string | undefined, ordinal: number | null) => ({
    id: `019c1000-0000-7000-8000-00000000000${last}`,
    awardId,
    clientId,
    createdAt: '2026-02-03T15:00:00Z',
    earnedAt: '2026-02-03T15:00:00Z',
    source: ordinal === null ? 'granted' : 'earned',
    state: { ordinal, revokedAt: null },
  });
  // One that a person had granted; and of one that was repeatable, each of three times.
  const file = [grant(1, byHand, null), grant(2, often, 2), grant(3, often, null), grant(4, often, 1)];
  expect(await imported(studio, 'award_grants', file)).toMatchObject({ created: 4 });
  expect(await imported(studio, 'award_grants', file)).toMatchObject({ unchanged: 4 });
  const moved = JSON.parse(await exportFile(studio, 'award_grants', 'json'));
  expect(moved.map(({ id }: { id: string }) => id).sort()).toEqual(file.map(({ id }) => id));
  expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  await studio.app.stop();
});
