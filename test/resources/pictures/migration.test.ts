import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrations } from '../../../src/database/migrate.ts';

test('an upgrade keeps the photos of clients and the logo', () => {
  const db = new Database(':memory:', { strict: true });
  const from = migrations.findIndex((statements) => statements.includes('picturesOfClients'));
  for (const statements of migrations.slice(0, from)) db.run(statements);
  db.run('PRAGMA foreign_keys = OFF');
  const insert = db.query('insert into pictures (id, clientId, mimeType, bytes, createdAt) values (?, ?, ?, ?, ?)');
  insert.run('photo', 'ann', 'image/png', Buffer.from('1'), '2026-03-02T00:00:00.000Z');
  insert.run('logo', null, 'image/jpeg', Buffer.from('2'), '2026-03-01T00:00:00.000Z');
  for (const statements of migrations.slice(from)) db.run(statements);
  expect(db.query('select id, owner, mimeType, cast(bytes as text) bytes from pictures order by id').all()).toEqual([
    { id: 'logo', owner: 'brand', mimeType: 'image/jpeg', bytes: '2' },
    { id: 'photo', owner: 'ann', mimeType: 'image/png', bytes: '1' },
  ]);
});
