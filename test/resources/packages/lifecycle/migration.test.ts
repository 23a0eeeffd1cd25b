import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrations } from '../../../../src/database/migrate.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

test('an upgrade lets held renewals expire, and keeps the frozen days of their year', () => {
  const db = new Database(':memory:', { strict: true });
  const from = migrations.findIndex((statements) => statements.includes('renewalEndsAt'));
  for (const statements of migrations.slice(0, from)) db.run(statements);
  db.run('PRAGMA foreign_keys = OFF');
  const required = db
    .query<Column, []>('select name, type, "notnull", dflt_value from pragma_table_info(\'packages\')')
    .all()
    .filter((column) => column.notnull === 1 && column.dflt_value === null)
    .map(({ name, type }): [string, string | number] => [name, type === 'INTEGER' ? 0 : 'x']);
  const insert = (columns: Readonly<Record<string, string | number>>): void => {
    const row = {
      ...Object.fromEntries(required),
      status: 'active',
      expiresAt: '2026-03-05T05:00:00.000Z',
      updatedAt: '2026-03-10T05:00:00.123Z',
      ...columns,
    };
    const names = Object.keys(row);
    db.query(`insert into packages (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`).run(
      ...Object.values(row),
    );
  };
  insert({ id: 'frozen', freezeYear: 2026, freezeDaysUsed: 38 });
  insert({ id: 'held', autoRenews: 1, renewalAttempts: 4 });
  insert({ id: 'retried', autoRenews: 1, renewalAttempts: 2, nextRenewalAt: '2026-03-11T00:00:00.000Z' });
  for (const statements of migrations.slice(from)) db.run(statements);
  expect(db.query('select id, renewalEndsAt, freezeYear, freezeDays from packages order by id').all()).toEqual([
    { id: 'frozen', renewalEndsAt: null, freezeYear: 2026, freezeDays: '{"2026":38}' },
    { id: 'held', renewalEndsAt: '2026-04-09T05:00:00.123Z', freezeYear: null, freezeDays: null },
    { id: 'retried', renewalEndsAt: null, freezeYear: null, freezeDays: null },
  ]);
});
