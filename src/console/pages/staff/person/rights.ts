import type { TextKey } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';

type Person = Schemas['Staff'];
type Permission = Person['permissions'][number];

/** What a person may do by the role, or could be granted besides. */
export interface Right {
  readonly permission: Permission;
  readonly isByRole: boolean;
  /** By the role, granted besides, taken away, or could be granted. */
  readonly state: 'role' | 'granted' | 'taken' | 'open';
}

interface Rule {
  readonly permissions: readonly Permission[];
  readonly grantable: readonly Permission[];
}

/** The parts in which the rights of people are shown, by the first word of a permission. */
const GROUPS: readonly (readonly [TextKey, readonly string[]])[] = [
  ['staff.groupClients', ['clients']],
  ['staff.groupBookings', ['bookings']],
  ['staff.groupTimetable', ['sessions', 'schedules']],
  ['staff.groupMoney', ['packages', 'payments']],
  ['staff.groupContent', ['content', 'challenges', 'awards']],
  ['staff.groupStudio', ['sites', 'staff', 'settings', 'integrations', 'reports', 'backups', 'audit_log']],
];

/** The state of each right of a person, in parts. What neither the role has nor anyone can grant is left out. */
export const rightsOf = (
  { permissions, grantable }: Rule,
  { grant, revoke }: Person['permissionOverrides'],
): { readonly group: TextKey; readonly rights: readonly Right[] }[] => {
  const stateOf = (permission: Permission): Right => {
    const isByRole = permissions.includes(permission);
    const isTaken = revoke.includes(permission);
    const isGranted = grant.includes(permission) && !isTaken;
    const state = isByRole ? (isTaken ? 'taken' : 'role') : isGranted ? 'granted' : 'open';
    return { permission, isByRole, state };
  };
  const all = [...permissions, ...grantable];
  return GROUPS.map(([group, words]) => ({
    group,
    rights: all.filter((permission) => words.includes(permission.split(':')[0] ?? '')).map(stateOf),
  })).filter(({ rights }) => rights.length > 0);
};

/** The overrides of a person after a right is given or taken. Doing it again changes nothing. */
export const withRight = (
  { grant, revoke }: Person['permissionOverrides'],
  { permission, isByRole }: Pick<Right, 'permission' | 'isByRole'>,
  isAllowed: boolean,
): Person['permissionOverrides'] => {
  const without = (all: readonly Permission[]): Permission[] => all.filter((each) => each !== permission);
  return isByRole
    ? { grant: [...grant], revoke: isAllowed ? without(revoke) : [...without(revoke), permission] }
    : { grant: isAllowed ? [...without(grant), permission] : without(grant), revoke: without(revoke) };
};
