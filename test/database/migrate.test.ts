import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate, migrations, schemaOf } from '../../src/database/migrate.ts';
import { openOlder } from '../helpers/older-database.ts';

/** The last schema in which a client had to have an email. */
const BEFORE_WALK_INS = 15;

const AT = '2026-01-01T00:00:00.000Z';
const addSite = (db: Database): unknown =>
  db.run(`insert into sites (id, name, status, isDigital, timezone, currency, searchText, createdAt, updatedAt)
    values ('site', 'Main', 'active', 0, 'UTC', 'USD', 'main', '${AT}', '${AT}')`);
const addClient = (db: Database, id: string, email: string | null, referredBy: string | null = null): unknown =>
  db.run(
    `insert into clients (rowId, id, firstName, lastName, email, referredByClientId, status, homeLocationId, joinedAt,
      createdAt, updatedAt) values (?, ?, 'Ann', 'Lee', ?, ?, 'active', 'site', '${AT}', '${AT}', '${AT}')`,
    [id.length * 7, id, email, referredBy],
  );

test('clients get an optional email, and keep their keys, their rows and what refers to them', () => {
  const db = openOlder(BEFORE_WALK_INS);
  addSite(db);
  addClient(db, 'a', 'ann@example.com');
  addClient(db, 'bob', 'bob@example.com', 'a');
  db.run(`insert into memberLinks values ('link', 'a', 'https://id.example', 'ann', '${AT}', '${AT}')`);
  db.run("insert into clientSearch (rowid, words, home, phone) values (7, '  ann', '', '')");
  const before = db.query('select * from clients order by id').all() as { owed: number }[];

  migrate(db, 'test');

  expect(schemaOf(db)).toBe(migrations.length);
  expect(db.query('select * from clients order by id').all()).toEqual(
    before.map(({ owed: _, ...row }) => ({
      ...row,
      // Whom a link lets in has signed in.
      hasSignedIn: Number(Reflect.get(row, 'id') === 'a'),
      accountBalances: null,
      activity: null,
      erasedAt: null,
      leaderboardVisibility: 'initials',
      earliestBookingAt: null,
      householdId: null,
      householdRole: null,
      isHouseholdPayer: 0,
    })),
  );
  expect(db.query('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(
    db
      .query("select id from clientSearch join clients on rowId = clientSearch.rowid where clientSearch match 'ann'")
      .all(),
  ).toEqual([{ id: 'a' }]);
  // References are enforced as before, the email is unique as before, and any number of clients have none.
  expect(() => db.run("delete from clients where id = 'a'")).toThrow('FOREIGN KEY');
  expect(() => addClient(db, 'xx', 'ann@example.com')).toThrow('UNIQUE');
  addClient(db, 'none', null);
  addClient(db, 'other', null);
  const indexes = db.query("select name from pragma_index_list('clients') where origin = 'c' order by name").all();
  expect(indexes).toEqual(
    expect.arrayContaining([
      { name: 'clientsByAnniversary' },
      { name: 'clientsByExternalId' },
      { name: 'clientsByHome' },
      { name: 'clientsLive' },
    ]),
  );
});

test('what clients owe is divided by currency where its causes add up to it', () => {
  const db = openOlder(45);
  addSite(db);
  db.run(`insert into settings (scope, booking, payment, notification, membership, brand, createdAt, updatedAt)
    values ('brand', '{}', '{"currency":"USD"}', '{}', '{}', '{}', '${AT}', '${AT}')`);
  db.run(`insert into sessions (id, name, type, siteId, occurrenceKey, startTime, endTime, durationMinutes, timezone,
    localDate, localStartTime, creditCost, isVirtual, isPrivate, createdAt, updatedAt)
    values ('s', 'Flow', 'class', 'site', '', '${AT}', '${AT}', 60, 'UTC', '', '', 1, 0, 0, '${AT}', '${AT}')`);
  const addFee = (clientId: string, amount: number, currency: string): unknown =>
    db.run(
      `insert into bookings (id, clientId, sessionId, siteId, startTime, status, bookingSource, channel, bookedAt,
         creditOutcome, penalty, createdAt, updatedAt)
       values (?, ?, 's', 'site', '${AT}', 'cancelled', 'unpaid', 'api', '${AT}', 'not_applicable', ?, '${AT}', '${AT}')`,
      [clientId + currency, clientId, JSON.stringify({ type: 'no_show', amount, currency, status: 'failed' })],
    );
  for (const [id, owed] of [
    ['a', 800],
    ['bo', 700],
    ['eve', 0],
  ] as const) {
    addClient(db, id, `${id}@example.com`);
    db.run('update clients set owed = ? where id = ?', [owed, id]);
    if (owed > 0) addFee(id, 500, 'GBP');
    if (owed > 0) addFee(id, 300, 'EUR');
  }

  migrate(db, 'test');

  expect(db.query('select id, accountBalances from clients order by id').all()).toEqual([
    { id: 'a', accountBalances: '[{"amount":-300,"currency":"EUR"},{"amount":-500,"currency":"GBP"}]' },
    { id: 'bo', accountBalances: '[{"amount":-700,"currency":"USD"}]' },
    { id: 'eve', accountBalances: null },
  ]);
});

test('the earliest confirmed booking of each client is found', () => {
  const db = openOlder(55);
  addSite(db);
  const add = (clientId: string, status: string, startTime: string): unknown => {
    const id = `${clientId} ${startTime}`;
    db.run(
      `insert into sessions (id, name, type, siteId, occurrenceKey, startTime, endTime, durationMinutes, timezone,
         localDate, localStartTime, creditCost, isVirtual, isPrivate, createdAt, updatedAt)
       values (?1, 'Flow', 'class', 'site', ?1, ?2, ?2, 60, 'UTC', '', '', 1, 0, 0, '${AT}', '${AT}')`,
      [id, startTime],
    );
    return db.run(
      `insert into bookings (id, clientId, sessionId, siteId, startTime, status, bookingSource, channel, bookedAt,
         creditOutcome, createdAt, updatedAt)
       values (?1, ?2, ?1, 'site', ?3, ?4, 'unpaid', 'api', '${AT}', 'not_applicable', '${AT}', '${AT}')`,
      [id, clientId, startTime, status],
    );
  };
  for (const id of ['a', 'bo', 'eve']) addClient(db, id, `${id}@example.com`);
  add('a', 'confirmed', '2026-03-02T08:00:00.000Z');
  add('a', 'confirmed', '2026-03-01T08:00:00.000Z');
  add('a', 'attended', '2026-02-01T08:00:00.000Z');
  add('bo', 'waitlisted', '2026-03-01T08:00:00.000Z');

  migrate(db, 'test');

  expect(db.query('select id, earliestBookingAt from clients order by id').all()).toEqual([
    { id: 'a', earliestBookingAt: '2026-03-01T08:00:00.000Z' },
    { id: 'bo', earliestBookingAt: null },
    { id: 'eve', earliestBookingAt: null },
  ]);
});

test('a date whose anniversaries an earlier version has begun to raise is begun again', () => {
  const db = openOlder(46);
  addSite(db);
  db.run("insert into siteAnniversaries (siteId, date, after) values ('site', '2026-02-28', 'b')");

  migrate(db, 'test');

  expect(db.query('select * from siteAnniversaries').all()).toEqual([
    { siteId: 'site', date: '2026-02-28', day: '', after: '' },
  ]);
});

test('entries get keys of their own: those of the search index, and later ones for what it does not have', () => {
  const db = openOlder(39);
  const addEntry = (id: string): unknown =>
    db.run(
      `insert into contentEntries (id, title, slug, type, typeId, status, access, unlocksInOrder, position, isFeatured,
         sortTitle, popularity, isListed, isCounted, createdAt, updatedAt, body)
       select ?1, ?1, ?1, 'video', id, 'published', 'members', 0, 0, 0, ?1, '', 1, 1, '${AT}', '${AT}', 'text'
       from contentTypes where "key" = 'video'`,
      [id],
    );
  for (const id of ['a', 'b', 'c', 'd']) addEntry(id);
  db.run("insert into contentSearchKeys (rowId, entryId) values (3, 'c'), (8, 'a')");
  db.run("insert into contentSearch (rowid, title) values (3, 'c'), (8, 'a')");
  db.run(`insert into contentEntryViews values ('b', '2026-01-01', 2)`);
  const before = db.query('select * from contentEntries order by id').all() as object[];

  migrate(db, 'test');

  const keys = 'select rowId, id from contentEntries order by rowId';
  expect(db.query(keys).values()).toEqual([
    [3, 'c'],
    [8, 'a'],
    [9, 'b'],
    [10, 'd'],
  ]);
  const rows = db.query('select * from contentEntries order by id').all() as {
    rowId?: number;
    takesDuration?: number;
  }[];
  expect(rows.map(({ rowId: _key, takesDuration: _takes, ...row }) => row)).toEqual(before);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(() => db.run("delete from contentEntries where id = 'b'")).toThrow('FOREIGN KEY');
  expect(db.query('select kind, id, state from unfinishedChanges').values()).toEqual([
    ['contentSearch', 'all', '{"kind":"all","after":""}'],
  ]);
});

test('the names of categories of some sites leave the search index', () => {
  const db = openOlder(50);
  for (const [id, siteIds] of [
    ['everywhere', null],
    ['some', '["site"]'],
    ['renamed', '["site"]'],
  ])
    db.run(
      `insert into contentCategories (id, name, slug, siteIds, position, createdAt, updatedAt)
       values (?1, ?1, ?1, ?2, 0, '${AT}', '${AT}')`,
      [String(id), siteIds ?? null],
    );
  const begun = `insert into unfinishedChanges (kind, id, state, createdAt) values ('contentSearch', ?, ?, '${AT}')`;
  db.run(begun, ['all', '{"kind":"all","after":"x"}']);
  db.run(begun, ['renamed', '{"kind":"category","after":"x"}']);

  migrate(db, 'test');

  expect(db.query('select kind, id, state from unfinishedChanges order by id').values()).toEqual([
    ['contentSearch', 'all', '{"kind":"all","after":"x"}'],
    ['contentSearch', 'renamed', '{"kind":"category","after":""}'],
    ['contentSearch', 'some', '{"kind":"category","after":""}'],
  ]);
});

test('a database whose references are broken is not migrated', () => {
  const db = openOlder(BEFORE_WALK_INS);
  db.run('PRAGMA foreign_keys = OFF');
  db.run(`insert into memberLinks values ('link', 'nobody', 'https://id.example', 'ann', '${AT}', '${AT}')`);
  db.run('PRAGMA foreign_keys = ON');
  expect(() => migrate(db, 'test')).toThrow("rows of 'memberLinks' that refer to missing rows of 'clients'");
  expect(schemaOf(db)).toBe(BEFORE_WALK_INS);
  expect(db.query('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
});

test('a migration whose last step fails leaves the database as it was', () => {
  const db = openOlder(BEFORE_WALK_INS);
  addSite(db);
  db.run('create table contentEntryVersions (mine text)');
  const structure = 'select sql from sqlite_master order by rowid';
  const before = db.query(structure).values();
  expect(() => migrate(db, 'test')).toThrow(
    `to ${migrations.length} failed: table contentEntryVersions already exists. Nothing was changed. Start`,
  );
  expect(schemaOf(db)).toBe(BEFORE_WALK_INS);
  expect(db.query(structure).values()).toEqual(before);
  expect(db.query('select count(*) from sites').values()).toEqual([[1]]);
  expect(db.query('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
});

/** The last schema in which the streaks of members were a table, and facts were found by any source. */
const BEFORE_ACTIVITY = 39;

test('what members did goes on: their streaks and totals, raised milestones, facts, and the looks that are planned', () => {
  const db = openOlder(BEFORE_ACTIVITY);
  addSite(db);
  addClient(db, 'a', 'ann@example.com');
  addClient(db, 'bob', 'bob@example.com');
  const weekly = { length: 2, longestLength: 3, startedOn: '2026-01-05', lastOn: '2026-01-12' };
  const streaks = JSON.stringify({ weekly_attendance: { ...weekly, raisedOn: '2026-01-12', brokenOn: null } });
  db.run(`insert into memberStreaks values ('a', 4, 70.5, '[["2026-01-05",1]]', ?)`, [streaks]);
  for (const [type, threshold] of [['visits', 5] as const, ['minutes', 100] as const, ['anniversary', 1] as const]) {
    db.run('insert into milestonesRaised values (?, ?, ?, ?)', ['a', type, threshold, AT]);
  }
  for (const id of ['1', '2', '3']) {
    db.run(
      `insert into facts values (?, 'visit', 'a', 'site', '${AT}', '2026-01-01', '2026-01-01', ?, 30, '${AT}', null)`,
      [`fact ${id}`, `source ${id}`],
    );
  }
  db.run("insert into streakCursor values (1, 'fact 2')");

  migrate(db, 'test');

  expect(db.query('select id, activity from clients order by id').all()).toEqual([
    {
      id: 'a',
      activity: JSON.stringify({
        visits: 4,
        minutes: 70.5,
        most: [5, 100],
        targets: [['2026-01-05', 1]],
        streaks: { weekly_attendance: [2, 3, '2026-01-05', '2026-01-12', '2026-01-12', null] },
      }),
    },
    { id: 'bob', activity: null },
  ]);
  expect(db.query('select type, threshold from milestonesRaised').all()).toEqual([
    { type: 'anniversary', threshold: 1 },
  ]);
  expect(db.query('select number, id, sourceId from facts order by number').all()).toEqual(
    [1, 2, 3].map((number) => ({ number, id: `fact ${number}`, sourceId: `source ${number}` })),
  );
  expect(db.query('select "after" from streakCursor').get()).toEqual({ after: 2 });
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('charges and refunds of the sandbox processor get the key that made them', () => {
  const db = openOlder(49);
  const put = db.query("insert into sandboxProcessor values (?, 'acct_1', ?, ?)");
  const request = db.query("insert into sandboxProcessorRequests values ('acct_1', ?, '', ?)");
  for (const [id, kind, body] of [
    ['ch_1', 'charge', '{"id":"ch_1"}'],
    ['re_1', 'refund', '{"id":"re_1"}'],
    ['cus_1', 'customer', '{"id":"cus_1"}'],
  ] as const) {
    put.run(id, kind, body);
    request.run(`key of ${id}`, id);
  }
  migrate(db, 'test');
  expect(db.query('select id, body from sandboxProcessor order by id').values()).toEqual([
    ['ch_1', '{"id":"ch_1","key":"key of ch_1"}'],
    ['cus_1', '{"id":"cus_1"}'],
    ['re_1', '{"id":"re_1","key":"key of re_1"}'],
  ]);
});
