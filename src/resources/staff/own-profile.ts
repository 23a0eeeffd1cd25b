import type { OwnPermission } from '../../http/operations/operation.ts';

/** Staff members may read their own profile, as staff and as instructor (rules.md "Roles"). */
export const ownProfile: OwnPermission = {
  permission: 'staff:read_own_profile',
  isOwn: ({ actor, id }) => id === actor.staffId,
  among: (_read, { staffId }, ids) => new Set(ids.filter((id) => id === staffId)),
};
