import type { STAFF_ROLES } from '../events/enumerations.ts';
import { PERMISSIONS, type Permission, ROLE_TABLE } from '../kernel/permissions.ts';

export type Role = (typeof STAFF_ROLES)[number];

/** The permissions of one staff member that differ from the permissions of the role. */
export interface Overrides {
  readonly grant: readonly Permission[];
  readonly revoke: readonly Permission[];
}

/** Whether a role has a permission: by default, when an owner or manager grants it, or never. */
export const allowanceOf = (role: Role, permission: Permission): 'yes' | 'grantable' | 'no' => {
  const [owner, manager, frontDesk, instructor] = ROLE_TABLE[permission];
  return { owner, manager, front_desk: frontDesk, instructor }[role];
};

/** Whether `permission` can be granted to a staff member of this role. The permissions of the role itself can be. */
export const isGrantable = (role: Role, permission: Permission): boolean => allowanceOf(role, permission) !== 'no';

/**
 * The effective permissions: the permissions of the role, with what is granted and without what is revoked. A grant that the
 * role does not allow has no effect, so that a change of role never keeps one. Owners always have all permissions.
 */
export const permissionsOf = (role: Role, { grant, revoke }: Overrides): readonly Permission[] => {
  if (role === 'owner') return PERMISSIONS;
  return PERMISSIONS.filter((permission) => {
    const allowed = allowanceOf(role, permission);
    return (
      (allowed === 'yes' || (allowed === 'grantable' && grant.includes(permission))) && !revoke.includes(permission)
    );
  });
};
