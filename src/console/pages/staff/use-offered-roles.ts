import { useCan } from '../../session.ts';
import { ROLES } from './person-record.ts';
import type { Role } from './queries.ts';

/** The roles that who is signed in may give. */
export const useOfferedRoles = (): readonly Role[] => {
  const can = useCan();
  return ROLES.filter((role) => role !== 'owner' || can('staff:write_owners'));
};
