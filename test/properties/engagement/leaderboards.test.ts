import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { rankOfScore } from '../../../src/records/ranks.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { choicesOf } from '../../helpers/seeded.ts';
import { openBoards } from '../../resources/leaderboards/set-up.ts';
import { recount } from './leaderboards.ts';

const SEED = 20_261_121;

test(`after random acts every value and rank of visits is a recount from the facts (seed ${SEED})`, async () => {
  const choices = choicesOf(SEED);
  const open = await openBoards();
  const { studio } = open;
  const clients: string[] = [];
  for (let made = 0; made < 6; made += 1) clients.push(await open.client());
  await open.board();
  await open.board({ periodType: 'monthly', startDate: '2026-03-01' });
  for (let step = 0; step < 60; step += 1) {
    const client = choices.of(clients) ?? '';
    const act = choices.below(8);
    const visibility = choices.of(['visible', 'initials', 'hidden']);
    if (act === 0) await studio.patch(`/v2/clients/${client}`, { leaderboardVisibility: visibility });
    else if (act === 1) await studio.delete(`/v2/clients/${client}`);
    else if (act === 2) await studio.patch(`/v2/clients/${client}`, { status: 'active' });
    else {
      const at = new Date(studio.time.now() - choices.below(40) * DAY_MS).toISOString();
      await studio.post('/v2/checkins', { clientId: client, locationId: MAIN_SITE, checkedInAt: at });
    }
    const periods = studio.db
      .query('select id, startsAt, endsAt from leaderboardPeriods where closesAt is null or closesAt > ?')
      .all(new Date(studio.time.now()).toISOString()) as { id: string; startsAt: string; endsAt: string | null }[];
    for (const { id, startsAt, endsAt } of periods) {
      const list = `${id}/`;
      const rows = studio.db
        .query('select clientId, value, achievedAt from leaderboardScores where list = ? order by clientId')
        .all(list) as { clientId: string; value: number; achievedAt: string }[];
      const found = rows.map((row) => ({ ...row, rank: rankOfScore(studio.store.view(), list, row.value) }));
      const naive = recount(studio.db, startsAt, endsAt).toSorted((left, right) =>
        left.clientId < right.clientId ? -1 : 1,
      );
      expect({ step, found }).toEqual({ step, found: naive });
    }
  }
  expect(studio.db.query('select 1 from leaderboardScores where list is not null').get()).not.toBeNull();
  await studio.app.stop();
});
