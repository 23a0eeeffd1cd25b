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
        permissions: permissions('What everybody with the role may do.'),
        grantable: permissions('What can be granted to a person with the role besides.'),
      })),
    ),
    'Every role, from the one that may do most.',
  ),
}));

/** What each role may do, for a page that gives people their rights. */
export const roleOperations = () =>
  businessOperations({ tag: 'Staff' }, 'manage', ({ read }) => [
    read(
      'GET /manage/staff/roles',
      'listStaffRoles',
      {
        summary: 'List the roles with what they may do',
        description:
          "Each role with its permissions, and with those that 'permissionOverrides' can grant to one person. The roles are the same in every studio.",
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
