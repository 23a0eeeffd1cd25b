import { Type } from '@sinclair/typebox';
import { asc, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { Caller } from '../../kernel/caller.ts';
import { PERMISSIONS, type Permission } from '../../kernel/permissions.ts';
import { described, id, object, oneOf, shape } from '../../kernel/schemas.ts';
import { unpackList } from '../../records/json.ts';
import { query, selectRows } from '../../records/query.ts';
import { permissionsNow } from './actor.ts';
import { Staff, type StaffRow } from './record.ts';

/** How many people are enough to ask one of them. */
const MOST = 3;

const PermissionHolders = shape('PermissionHolders', () => ({
  object: Type.Literal('permission_holders'),
  permission: described(oneOf(...PERMISSIONS), 'The permission.'),
  holders: described(
    Type.Array(
      object(() => ({ staffId: id(), name: Type.String() })),
      { maxItems: MOST },
    ),
    'People at your sites who have the permission, owners first.',
  ),
}));

const active = query<StaffRow>(() =>
  selectRows(Staff.table, sql`${Staff.table.status} = 'active'`).orderBy(
    sql`case ${Staff.table.role} when 'owner' then 0 when 'manager' then 1 else 2 end`,
    asc(Staff.table.id),
  ),
);

/** Whether a person works at a site at which the caller does. */
const isNear = ({ siteIds }: Caller, row: StaffRow): boolean => {
  const own = unpackList<string>(row.siteIds);
  return siteIds === null || own.length === 0 || own.some((each) => siteIds.includes(each));
};

const holdersOf = (read: Read, caller: Caller, permission: Permission) =>
  active
    .all(read, {})
    .filter((row) => permissionsNow(row).includes(permission) && isNear(caller, row))
    .slice(0, MOST)
    .map((row) => ({ staffId: row.id, name: row.displayName ?? `${row.firstName} ${row.lastName}` }));

/** Whom to ask for what oneself may not do. */
export const whoMayOperations = businessOperations({ tag: 'Staff' }, 'manage', ({ read }) => [
  read(
    'GET /manage/staff/who-may',
    'listPermissionHolders',
    {
      summary: 'List whom to ask for a permission',
      description: 'Up to three people who can do what you cannot, for a page that says whom to ask.',
      query: object(() => ({ permission: described(oneOf(...PERMISSIONS), 'The permission.') })),
      response: PermissionHolders,
      staff: 'staff:read_own_profile',
      sites: 'brand',
      example: { query: { permission: 'payments:refund' } },
    },
    (seen, { caller, query: { permission } }) => ({
      object: 'permission_holders',
      permission,
      holders: holdersOf(seen, caller, permission),
    }),
  ),
]);
