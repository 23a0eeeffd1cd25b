import { expect, test } from 'bun:test';
import { rightsOf, withRight } from '../../src/console/pages/staff/person/rights.ts';
import { PERMISSIONS } from '../../src/kernel/permissions.ts';
import { texts as en } from '../../src/texts/made/console/en.ts';

test('each permission has its sentence, and no other', () => {
  expect(Object.keys(en.rights)).toEqual(PERMISSIONS.map((permission) => permission.replace(':', '_')));
});

test('every permission stands in one of the parts', () => {
  const groups = rightsOf({ permissions: PERMISSIONS, grantable: [] }, { grant: [], revoke: [] });
  const shown = groups.flatMap(({ rights }) => rights.map(({ permission }) => permission));
  expect(shown.toSorted()).toEqual([...PERMISSIONS].sort());
});

test('a right is by role, granted, taken away, or could be granted', () => {
  const rule = {
    permissions: ['clients:read', 'clients:write'] as const,
    grantable: ['payments:refund', 'bookings:waive_penalty'] as const,
  };
  const overrides = { grant: ['payments:refund' as const], revoke: ['clients:write' as const] };
  const states = rightsOf(rule, overrides).flatMap(({ rights }) =>
    rights.map(({ permission, state }) => [permission, state]),
  );
  expect(states).toEqual([
    ['clients:read', 'role'],
    ['clients:write', 'taken'],
    ['bookings:waive_penalty', 'open'],
    ['payments:refund', 'granted'],
  ]);
});

test('a right is given and taken, and again changes nothing', () => {
  const none = { grant: [], revoke: [] };
  const byRole = { permission: 'clients:write' as const, isByRole: true };
  const other = { permission: 'payments:refund' as const, isByRole: false };
  const taken = withRight(none, byRole, false);
  expect(taken).toEqual({ grant: [], revoke: ['clients:write'] });
  expect(withRight(taken, byRole, false)).toEqual(taken);
  expect(withRight(taken, byRole, true)).toEqual(none);
  const granted = withRight(taken, other, true);
  expect(granted).toEqual({ grant: ['payments:refund'], revoke: ['clients:write'] });
  expect(withRight(granted, other, true)).toEqual(granted);
  expect(withRight(granted, other, false)).toEqual(taken);
});
