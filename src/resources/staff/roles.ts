import { Type } from '@sinclair/typebox';
import { allowanceOf } from '../../auth/roles.ts';
import { STAFF_ROLES } from '../../events/enumerations.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import { described, object, oneOf, shape } from '../../kernel/schemas.ts';

const permissions = (description: string) => described(Type.Array(oneOf(...PERMISSIONS)), description);

const StaffRoles = shape('StaffRoles', () => ({
  object: Type.Literal('staff_roles'),
  roles: described(
    Type.Array(
      object(() => ({
        role: described(oneOf(...STAFF_ROLES), 'The role.'),
        permissions: permissions('The permissions of everyone with the role.'),
        grantable: permissions('Additional permissions that can be granted to individuals with the role.'),
      })),
    ),
    'All roles, from the one with the most permissions.',
  ),
}));

/** What each role may do, for a page that gives people their rights. */
export const roleOperations = () =>
  businessOperations({ tag: 'Staff' }, 'manage', ({ read }) => [
    read(
      'GET /manage/staff/roles',
      'listStaffRoles',
      {
        summary: 'List the roles and their permissions',
        description:
          'Returns each role with its permissions, and with those `permissionOverrides` can grant to individuals. ' +
          'The roles are the same in every studio.',
        response: StaffRoles,
        staff: 'staff:read',
        sites: 'brand',
        example: {},
      },
      () => ({
        object: 'staff_roles',
        roles: STAFF_ROLES.map((role) => ({
          role,
          permissions: PERMISSIONS.filter((each) => allowanceOf(role, each) === 'yes'),
          grantable: PERMISSIONS.filter((each) => allowanceOf(role, each) === 'grantable'),
        })),
      }),
    ),
  ]);
