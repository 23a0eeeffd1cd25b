import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrations } from '../../../src/database/migrate.ts';

test('an upgrade gives payments the plans of their packages', () => {
  const db = new Database(':memory:', { strict: true });
  const from = migrations.findIndex((statements) => statements.includes('ALTER TABLE payments ADD COLUMN planId'));
  for (const statements of migrations.slice(0, from)) db.run(statements);
  db.run('PRAGMA foreign_keys = OFF');
  const insert = (table: string, columns: Readonly<Record<string, string>>): void => {
    const required = db
      .query<{ name: string; type: string }, [string]>(
        'select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null',
      )
      .all(table)
      .map(({ name, type }): [string, string | number] => [name, type === 'INTEGER' ? 0 : 'x']);
    const row: Record<string, string | number> = { ...Object.fromEntries(required), ...columns };
    const names = Object.keys(row);
    db.query(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(...Object.values(row));
  };
  insert('packages', { id: 'ten', planId: 'plan' });
  insert('packages', { id: 'imported' });
  insert('payments', { id: '1', packageId: 'ten' });
  insert('payments', { id: '2', packageId: 'imported' });
  insert('payments', { id: '3' });
  for (const statements of migrations.slice(from)) db.run(statements);
  expect(db.query('select id, planId from payments order by id').all()).toEqual([
    { id: '1', planId: 'plan' },
    { id: '2', planId: null },
    { id: '3', planId: null },
  ]);
});
