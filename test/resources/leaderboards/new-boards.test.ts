import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import optIn from '../../../migrations/0057_leaderboards_opt_in.sql' with { type: 'text' };
import { type Boards, MANAGE, openBoards } from './set-up.ts';

let open: Boards;
afterEach(() => open.studio.app.stop());

const create = async (fields: object) => {
  const { status, body } = await open.studio.post(MANAGE, { name: 'Visits', rankBy: 'attendance', ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

describe('POST /manage/leaderboards without a start date', () => {
  // Wednesday, 18 March 2026, in New York.
  test.each([
    ['daily', '2026-03-18', 1],
    ['weekly', '2026-03-16', 2],
    ['monthly', '2026-03-01', 3],
  ])(
    '201 a %s one starts with its period (%s), whose visits it has when it is answered',
    async (periodType, from, count) => {
      open = await openBoards('2026-03-18T16:00:00.000Z');
      const ann = await open.client({ firstName: 'Ann', lastName: 'Lee' });
      await open.visit(ann, '2026-03-01T15:00:00.000Z', '2026-03-16T15:00:00.000Z', '2026-03-18T15:00:00.000Z');
      open.studio.events();
      const body = await create({ periodType });
      expect(body).toMatchObject({ startDate: from, participantCount: 1, status: 'active' });
      expect(await open.top(ann, body.id)).toEqual([`1 Ann L. ${count}`]);
      expect(open.studio.events()).toEqual([]);
    },
  );

  test('201 also of more clients than one transaction counts', async () => {
    open = await openBoards('2026-03-18T16:00:00.000Z');
    const clients = await Promise.all(Array.from({ length: 230 }, () => open.client()));
    for (const client of clients) await open.visit(client, '2026-03-17T15:00:00.000Z');
    const { id } = await create({ periodType: 'weekly' });
    expect(await open.read(clients[0] ?? '', `/${id}`)).toMatchObject({ participantCount: 230 });
  });
});

describe('POST /manage/leaderboards that several transactions count', () => {
  /** More than one transaction counts, however fast the machine is. Those who visited come last. */
  const CLIENTS = 510;
  const VISITORS = 5;

  const openMany = async (): Promise<void> => {
    open = await openBoards('2026-03-18T16:00:00.000Z');
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => open.client()));
    for (const client of clients.sort().slice(-VISITORS)) await open.visit(client, '2026-03-17T15:00:00.000Z');
  };

  const send = () =>
    open.studio.post(
      MANAGE,
      { name: 'Visits', rankBy: 'attendance', periodType: 'weekly' },
      { 'idempotency-key': 'board' },
    );

  test('201 with all who take part, and the same response again for its idempotency key', async () => {
    await openMany();
    let isLeft = false;
    open.studio.store.onCommit(() => {
      isLeft ||= open.studio.db.query('select 1 from unfinishedChanges').get() !== null;
    });
    const first = await send();
    expect(isLeft).toBe(true);
    expect(first).toMatchObject({ status: 201, body: { participantCount: VISITORS } });
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await open.studio.get(MANAGE)).body.data).toHaveLength(1);
  }, 60_000);

  test('409 idempotency_key_in_use for the same request before it is answered', async () => {
    await openMany();
    const begun = new Promise<void>((resolve) => {
      open.studio.store.onCommit(() => {
        if (open.studio.db.query('select 1 from unfinishedChanges').get() !== null) resolve();
      });
    });
    const first = send();
    await begun;
    expect(await send()).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    expect(await first).toMatchObject({ status: 201, body: { participantCount: VISITORS } });
  }, 60_000);
});

describe('what is stored of those who have not opted in', () => {
  test('is gone after an update from a release that kept it', () => {
    const db = new Database(':memory:');
    db.run('create table "leaderboards" ("id" text, "isOptInRequired" integer)');
    db.run(`create table "leaderboardScores" ("id" text, "leaderboardId" text, "list" text, "position" text not null,
      "value" real, "amount" real not null, "achievedAt" text not null)`);
    db.run(`insert into "leaderboards" values ('asks', 1), ('open', 0)`);
    const rows = [
      ['alone', 'asks', null],
      ['ranked', 'asks', 'list'],
      ['hidden', 'open', null],
    ] as const;
    for (const row of rows) db.query(`insert into "leaderboardScores" values (?, ?, ?, 'p', 3, 3, 'at')`).run(...row);
    db.run(optIn);
    expect(db.query('select "id", "value", "position" from "leaderboardScores"').values()).toEqual([
      ['alone', null, ''],
      ['ranked', 3, 'p'],
      ['hidden', 3, 'p'],
    ]);
    db.close();
  });
});
