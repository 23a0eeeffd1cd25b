import { expect, test } from 'bun:test';
import { exportFamilyNamed } from '../../../src/resources/exports/families.ts';
import { piecesOf } from '../../../src/resources/exports/file.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { imported } from '../imports/set-up.ts';

const studio = forEachTest(openStudio);

interface Exported {
  readonly id: string;
  readonly scheduleId?: string;
}

/** The records of a file of two pages. `remove` gets those of the first page before the second one is read. */
const exportedWhile = async (
  name: string,
  siteIds: readonly string[] | null,
  remove: (first: readonly Exported[]) => Promise<unknown>,
) => {
  const pieces = piecesOf(studio.store, { family: exportFamilyNamed(name), format: 'json', siteIds });
  const first = pieces.next().value as string;
  const records: Exported[] = JSON.parse(`${first}]`);
  await studio.given(remove(records));
  return { first: records, all: JSON.parse(first + [...pieces].join('')) as Exported[] };
};

test('a file of clients goes on when the last one of a page is merged into another one', async () => {
  const people = Array.from({ length: 202 }, (_, at) => ({
    firstName: 'Ann',
    lastName: 'Lee',
    email: `ann${at}@example.com`,
  }));
  await imported(studio, 'clients', people);
  const { id: oldest } = studio.db.query('select min(id) id from clients').get() as { id: string };
  const { first, all } = await exportedWhile('clients', null, (records) =>
    studio.post(`/manage/clients/${oldest}/merge`, { clientId: records.at(-1)?.id }),
  );
  expect([first.length, all.length, new Set(all.map(({ id }) => id)).size]).toEqual([200, 202, 202]);
  expect(studio.events()).toEqual([]);
});

for (const siteIds of [null, [MAIN_SITE]])
  test(`a file of sessions goes on when a change of their schedule deletes them, of ${siteIds?.length ?? 'all'} sites`, async () => {
    const addSchedule = (startTime: string, count: number) =>
      studio.given(
        studio.post('/v2/schedules', {
          name: 'Flow',
          siteId: MAIN_SITE,
          startDate: '2026-03-03',
          startTime,
          durationMinutes: 30,
          recurrenceRule: { frequency: 'daily', count },
          horizonDays: 180,
        }),
      );
    const kept = await addSchedule('08:00', 2);
    const removed = await addSchedule('10:00', 101);
    await addSchedule('12:00', 101);
    const { first, all } = await exportedWhile('sessions', siteIds, () => studio.delete(`/v2/schedules/${removed.id}`));
    const after = all.slice(first.length).map(({ scheduleId }) => scheduleId);
    expect([first.length, first.at(-1)?.scheduleId, after]).toEqual([200, removed.id, [kept.id, kept.id]]);
  });
