import { ROLES } from '../../parts/staff/person-record.ts';
import { useCan } from '../../session/session.ts';
import type { Role } from './queries.ts';

/** The roles that who is signed in may give. */
export const useOfferedRoles = (): readonly Role[] => {
  const can = useCan();
  return ROLES.filter((role) => role !== 'owner' || can('staff:write_owners'));
};
