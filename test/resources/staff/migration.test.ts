import { expect, test } from 'bun:test';
import { migrate, migrations } from '../../../src/database/migrate.ts';
import { openOlder } from '../../helpers/older-database.ts';

test('whoever had changing classes taken away has canceling classes taken away too', () => {
  const db = openOlder(migrations.findIndex((statements) => statements.includes('sessions:cancel')));
  const insert = db.query(
    `insert into staff (id, firstName, lastName, email, role, status, permissionOverrides, isInstructor, sortOrder, isBookable, searchText, createdAt, updatedAt)
      values (?1, ?1, 'Lo', ?1 || '@example.com', 'manager', 'active', ?2, 0, 0, 1, '', '2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z')`,
  );
  const overrides = {
    without: null,
    granted: { grant: ['sessions:write'], revoke: [] },
    other: { grant: [], revoke: ['sessions:substitute'] },
    taken: { grant: ['payments:refund'], revoke: ['sessions:write', 'packages:sell'] },
  };
  for (const [id, each] of Object.entries(overrides)) insert.run(id, each === null ? null : JSON.stringify(each));

  migrate(db, 'test');

  const stored = db.query<{ id: string; permissionOverrides: string | null }, []>(
    'select id, permissionOverrides from staff',
  );
  const after = stored.all().map(({ id, permissionOverrides }) => [id, JSON.parse(permissionOverrides ?? 'null')]);
  expect(Object.fromEntries(after)).toEqual({
    ...overrides,
    taken: { grant: ['payments:refund'], revoke: ['sessions:write', 'packages:sell', 'sessions:cancel'] },
  });
});
