import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { APPLICATION_ID } from '../../src/database/database.ts';
import { migrate, migrations } from '../../src/database/migrate.ts';

/** The last schema in which programs did not know when and where their children are shown. */
const BEFORE = 62;
const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-02-01T00:00:00.000Z';

test('programs learn when and where their children are shown', () => {
  const db = new Database(':memory:', { strict: true });
  for (const statements of migrations.slice(0, BEFORE)) db.run(statements);
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.run(`PRAGMA user_version = ${BEFORE}`);
  db.run('PRAGMA foreign_keys = ON');
  const add =
    db.prepare(`insert into contentEntries (id, title, slug, type, typeId, status, publishedAt, expiresAt, access,
      unlocksInOrder, position, isFeatured, siteIds, sortTitle, popularity, isListed, isCounted, createdAt, updatedAt)
    values (?1, ?1, ?1, 'video', (select id from contentTypes where key = 'video'), 'published', '${AT}', ?2, 'members',
      0, 0, 0, ?3, ?1, '', ?4, 0, '${AT}', '${AT}')`);
  for (const entry of [
    ['draft', null, null, 0],
    ['ends', LATER, null, 1],
    ['local', null, '["site"]', 1],
    ['program', null, null, 1],
  ])
    add.run(...entry);
  for (const child of ['draft', 'ends', 'local']) {
    db.run("insert into contentEntryChildren (entryId, programId, position) values (?, 'program', 0)", [child]);
  }

  migrate(db, 'test');

  const children = 'select entryId, shownFrom, shownUntil, shownIn from contentEntryChildren order by entryId';
  expect(db.query(children).values()).toEqual([
    ['draft', null, null, null],
    ['ends', AT, LATER, null],
    ['local', AT, null, '["site"]'],
  ]);
});
