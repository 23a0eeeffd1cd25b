import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate, migrations } from '../../src/database/migrate.ts';
import { openOlder } from '../helpers/older-database.ts';

const BEFORE = migrations.findIndex((statements) => statements.startsWith('-- program: fold names'));

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

test('names that were stored before are found by their folded letters', () => {
  const db = openOlder(BEFORE);
  addSite(db);
  db.run("update sites set name = 'Weiß’s'");
  db.run("insert into clientSearchSites values ('site', 1)");
  db.run(`insert into staff (id, firstName, lastName, email, role, status, isInstructor, searchText, sortOrder,
    isBookable, createdAt, updatedAt) values ('staff', 'Đorđe', 'D’Angelo', 'dd@example.com', 'manager', 'active', 0, 'x', 0, 0, '${AT}', '${AT}')`);
  addClient(db, 'a', 'ann@example.com');
  addClient(db, 'bob', 'bob@example.com');
  db.run("update clients set firstName = 'Łukasz', lastName = 'D’Angelo', phone = '+1 555 0100' where id = 'bob'");
  const add = db.query('insert into clientSearch (rowid, words, home, phone) values (?, ?, ?, ?)');
  add.run(7, '  Ann  Lee  ann@example.com', '\u{f8ff}\u{f8ff}\u{f8ff}\u{e000}\u{e000}\u{e002}', '');
  add.run(21, '  Łukasz  D’Angelo  bob@example.com', '\u{f8ff}\u{f8ff}\u{f8ff}\u{e000}\u{e000}\u{e002}', '15550100');

  migrate(db, 'test');

  const found = (match: string) => db.query('select rowid from clientSearch where clientSearch match ?').values(match);
  const home = 'home : "\u{e000}\u{e000}\u{e002}" AND home : "\u{f8ff}\u{f8ff}\u{f8ff}"';
  for (const word of ['lukasz', 'dangelo', '  angelo', 'bob@example']) {
    expect(found(`words : "${word}" AND phone : "5550100" AND ${home}`)).toEqual([[21]]);
  }
  expect(found('words : "łuk"')).toEqual([]);
  expect(found(`words : "  ann" AND ${home}`)).toEqual([[7]]);
  expect(db.query('select searchText from sites').values()).toEqual([['weisss\nweiss s\n']]);
  expect(db.query('select searchText from staff').values()).toEqual([
    ['dorde dangelo\ndorde d angelo\n\ndd@example.com\n'],
  ]);
});

test('names and phone numbers that were stored with characters that nobody sees are plain after an upgrade', () => {
  const marked = migrations.map((statements) => statements.startsWith('-- program: fold names'));
  const db = openOlder(marked.lastIndexOf(true));
  addSite(db);
  db.run("insert into clientSearchSites values ('site', 1)");
  addClient(db, 'ali', null);
  db.run(
    `update clients set firstName = 'علی\u200cرضا', lastName = 'Rezaei', phone = '\u202a+98 21 555\u202c', emergencyContact = ? where id = 'ali'`,
    [JSON.stringify({ name: 'Sara', phone: '\u202a+98 21 556\u202c' })],
  );
  db.query('insert into clientSearch (rowid, words, home, phone) values (?, ?, ?, ?)').run(
    21,
    '  علی\u200cرضا  rezaei',
    '\u{f8ff}\u{f8ff}\u{f8ff}\u{e000}\u{e000}\u{e002}',
    '9821555',
  );
  db.run("update sites set phone = '\u2066+98 21 557\u2069'");

  migrate(db, 'test');

  const found = (word: string) =>
    db.query('select rowid from clientSearch where clientSearch match ?').values(`words : "${word}"`);
  expect([found('علیرضا'), found('  رضا')]).toEqual([[[21]], [[21]]]);
  expect(
    db.query("select phone, emergencyContact ->> '$.phone', emergencyContact ->> '$.name' from clients").values(),
  ).toEqual([['+98 21 555', '+98 21 556', 'Sara']]);
  expect(db.query('select phone from sites').values()).toEqual([['+98 21 557']]);
});
