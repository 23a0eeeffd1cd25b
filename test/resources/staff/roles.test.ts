import { expect, test } from 'bun:test';
import { STAFF_ROLES } from '../../../src/events/enumerations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forAllTests, openStudio } from '../../helpers/api.ts';

const studio = forAllTests(openStudio);

interface Role {
  readonly role: string;
  readonly permissions: readonly string[];
  readonly grantable: readonly string[];
}

test('200 every role with what it may do, as people with the role may', async () => {
  const { status, body } = await studio.get('/manage/staff/roles');
  expect([status, body.object]).toEqual([200, 'staff_roles']);
  const roles: readonly Role[] = body.roles;
  expect(roles.map(({ role }) => role)).toEqual([...STAFF_ROLES]);
  const members: readonly Role[] = await Promise.all(
    roles.map(async ({ role }) => {
      const fields = { firstName: 'A', lastName: 'B', email: `${role}@example.com`, role };
      return (await studio.given(studio.post('/v2/staff', fields))) as unknown as Role;
    }),
  );
  expect(members.map(({ permissions }) => permissions)).toEqual(roles.map(({ permissions }) => permissions));
  const frontDesk = roles.find(({ role }) => role === 'front_desk');
  expect(frontDesk?.grantable).toEqual([
    'clients:change_sign_in',
    'bookings:waive_penalty',
    'bookings:override_capacity',
    'payments:refund',
    'reports:read',
  ]);
  expect(roles.find(({ role }) => role === 'owner')?.grantable).toEqual([]);
});

test('403 for an instructor', async () => {
  const { headers } = await addStaffKey(studio, { role: 'instructor' });
  expect((await studio.get('/manage/staff/roles', headers)).status).toBe(403);
});
