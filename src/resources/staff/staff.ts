import type { Read, Tx } from '../../database/database.ts';
import { pack, unpackList } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { type Caller, requirePermission, requireSite } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { conflict, type Detail, forbidden, invalid, invalidParam, notFound } from '../../kernel/problem.ts';
import { Site } from '../sites/record.ts';
import { permissionsNow } from './actor.ts';
import { tellCreated, tellDeactivated, tellUpdated } from './events.ts';
import { isGrantable, type Overrides, type Role } from './permissions.ts';
import { hasOtherOwner, idOfEmail, staffRows } from './queries.ts';
import type { CreateStaffBody, PersonBody, UpdateStaffBody } from './shapes.ts';
import { overridesOf } from './view.ts';

const sitesOf = (row: StaffRow): string[] => unpackList<string>(row.siteIds);

/** Whether the caller may see a person: one who works everywhere, or at one of the caller's sites. */
const reaches = ({ siteIds }: Caller, row: StaffRow): boolean =>
  siteIds === null || row.siteIds === null || sitesOf(row).some((id) => siteIds.includes(id));

/** @throws Problem 404 when there is no such person or the caller may not see them. */
export const findStaff = (read: Read, caller: Caller, id: string, kind = 'staff member'): StaffRow => {
  const row = staffRows.find(read, id);
  if (row === undefined || !reaches(caller, row)) throw notFound(kind, id);
  return row;
};

/** @throws Problem 403 `site_not_allowed` when the person works at a site outside the caller's. */
const requireSites = (caller: Caller, row: StaffRow): void => {
  if (caller.siteIds === null) return;
  if (row.siteIds === null) {
    throw forbidden(
      "This credential is restricted to sites, and this person works at every site. Send 'siteIds' among its own.",
      'site_not_allowed',
    );
  }
  for (const id of sitesOf(row)) requireSite(caller, id);
};

/** The sites that a body names by either name; undefined when it names none, so that they stay. */
const namedSites = (read: Read, { siteIds, locationIds }: PersonBody): readonly string[] | undefined => {
  if (
    siteIds !== undefined &&
    locationIds !== undefined &&
    !Bun.deepEquals([...siteIds].sort(), [...locationIds].sort())
  ) {
    throw invalidParam(
      'locationIds',
      "'siteIds' and 'locationIds' mean the same. Send one of them, or both with the same ids.",
    );
  }
  const ids = siteIds ?? locationIds;
  if (ids === undefined) return undefined;
  const known = new Set(Site.rows.findAll(read, ids).map(({ id }) => id));
  const missing = ids.flatMap((id, index): Detail[] => {
    if (known.has(id)) return [];
    const message = `There is no site with the id '${id}'. Send the ids of existing sites.`;
    return [
      { param: `${siteIds === undefined ? 'locationIds' : 'siteIds'}[${index}]`, code: 'resource_missing', message },
    ];
  });
  if (missing.length > 0) throw invalid(missing);
  return ids;
};

/** What a search looks through: SQLite itself folds the case of ASCII only. */
const searchTextOf = ({ firstName, lastName, displayName, email }: StaffRow): string =>
  `${firstName} ${lastName}\n${displayName ?? ''}\n${email}`.toLowerCase();

/** The columns that the common part of a body sets; `current` is the row it changes, absent for a new one. */
export const personColumns = (read: Read, body: PersonBody, current?: StaffRow): Partial<StaffRow> => {
  const { siteIds: _ids, locationIds: _alias, email, metadata, ...plain } = body;
  const sites = namedSites(read, body);
  return {
    ...plain,
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(sites === undefined ? {} : { siteIds: pack(sites) }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(current?.metadata ?? null, metadata) }),
  };
};

const staffColumns = (read: Read, body: UpdateStaffBody, current?: StaffRow): Partial<StaffRow> => {
  const { role, isInstructor, permissionOverrides, ...person } = body;
  const kept = overridesOf({ permissionOverrides: current?.permissionOverrides ?? null });
  const next: Overrides =
    permissionOverrides === null ? { grant: [], revoke: [] } : { ...kept, ...permissionOverrides };
  const isNone = next.grant.length + next.revoke.length === 0;
  return {
    ...personColumns(read, person, current),
    ...(role === undefined ? {} : { role }),
    ...(isInstructor === undefined ? {} : { isInstructor: Number(isInstructor) }),
    ...(permissionOverrides === undefined ? {} : { permissionOverrides: isNone ? null : pack(next) }),
  };
};

/** @throws Problem 400 when an override does not fit the role. */
const checkOverrides = (row: StaffRow): void => {
  const { grant, revoke } = overridesOf(row);
  const role = row.role as Role;
  const refused = grant.flatMap((permission, index): Detail[] => {
    if (isGrantable(role, permission)) return [];
    const message = `'${permission}' cannot be granted to the role '${role}'. Give another role, or leave it out.`;
    return [{ param: `permissionOverrides.grant[${index}]`, code: 'parameter_invalid', message }];
  });
  if (role === 'owner' && revoke.length > 0) {
    const message = 'Nothing can be revoked from an owner. Give another role first.';
    refused.push({ param: 'permissionOverrides.revoke', code: 'parameter_invalid', message });
  }
  if (refused.length > 0) throw invalid(refused);
};

const checkPrimarySite = (read: Read, row: StaffRow): void => {
  const id = row.primarySiteId;
  if (id === null) return;
  if (Site.rows.find(read, id) === undefined) {
    throw invalidParam(
      'primarySiteId',
      `There is no site with the id '${id}'. Send the id of an existing site.`,
      'resource_missing',
    );
  }
  if (row.siteIds !== null && !sitesOf(row).includes(id)) {
    throw invalidParam('primarySiteId', "'primarySiteId' must be one of 'siteIds'. Send both, or null for none.");
  }
};

/** @throws Problem 400 when fields contradict one another, 409 `staff_email_exists`. */
const check = (read: Read, row: StaffRow): void => {
  checkPrimarySite(read, row);
  if (row.hiredOn !== null && row.terminatedOn !== null && row.terminatedOn < row.hiredOn) {
    throw invalidParam('terminatedOn', "'terminatedOn' must not be before 'hiredOn'.");
  }
  const holder = idOfEmail(read, row.email);
  if (holder !== undefined && holder !== row.id) {
    const message = `The staff member '${holder}' has the email '${row.email}'. Use that one, or send another email.`;
    throw conflict('staff_email_exists', message, [
      { param: 'email', code: 'staff_email_exists', message, staffId: holder },
    ]);
  }
};

/** What is known of every newcomer. */
type Newcomer = Pick<StaffRow, 'firstName' | 'lastName' | 'email' | 'role'>;

/** A person as they begin, before the body is laid on: nobody in particular, working everywhere. */
const blank = (tx: Tx, id: string, { firstName, lastName, email, role }: Newcomer): StaffRow => ({
  id,
  firstName,
  lastName,
  email,
  role,
  phone: null,
  displayName: null,
  photoUrl: null,
  bio: null,
  pronouns: null,
  status: 'active',
  siteIds: null,
  primarySiteId: null,
  permissionOverrides: null,
  isInstructor: Number(role === 'instructor'),
  employmentType: null,
  hiredOn: null,
  terminatedOn: null,
  lastLoginAt: null,
  specialties: null,
  certifications: null,
  sortOrder: 0,
  isBookable: 1,
  payRate: null,
  searchText: '',
  metadata: null,
  externalId: null,
  createdAt: tx.now,
  updatedAt: tx.now,
});

/**
 * Nobody grants what they lack (rules.md "Roles").
 * @throws Problem 403 when the person for whom the caller acts touches an owner, or gives away a right beyond their own.
 */
const requireGrantable = (caller: Caller, before: StaffRow | undefined, after: StaffRow): void => {
  if (before?.role === 'owner' || after.role === 'owner') requirePermission(caller, 'staff:write_owners');
  const held = new Set<Permission>(before === undefined ? [] : permissionsNow(before));
  for (const permission of permissionsNow(after)) if (!held.has(permission)) requirePermission(caller, permission);
};

/** Takes in a person; `columns` is all that is known of them. For this family and the instructors. */
export const addPerson = (tx: Tx, caller: Caller, who: Newcomer, columns: Partial<StaffRow>, id: string): StaffRow => {
  const row: StaffRow = { ...blank(tx, id, who), ...columns };
  row.searchText = searchTextOf(row);
  requireSites(caller, row);
  requireGrantable(caller, undefined, row);
  check(tx, row);
  staffRows.insert(tx, row);
  tellCreated(tx, row);
  return row;
};

const isActiveOwner = (row: StaffRow): boolean => row.role === 'owner' && row.status === 'active';

const keepAnOwner = (read: Read, before: StaffRow, after: StaffRow): void => {
  if (isActiveOwner(before) && !isActiveOwner(after) && !hasOtherOwner(read, before.id)) {
    throw conflict('last_owner', 'This is the last active owner. Make somebody else an owner first.');
  }
};

/** Writes what became of a person and answers it; `tell` raises the events. Unchanged, it does nothing. */
export const savePerson = (
  tx: Tx,
  caller: Caller,
  row: StaffRow,
  columns: Partial<StaffRow>,
  tell: (tx: Tx, before: StaffRow, after: StaffRow) => void,
): StaffRow => {
  const next: StaffRow = { ...row, ...columns };
  requireSites(caller, row);
  requireSites(caller, next);
  requireGrantable(caller, row, next);
  check(tx, next);
  if (Bun.deepEquals(row, next)) return row;
  keepAnOwner(tx, row, next);
  next.searchText = searchTextOf(next);
  next.updatedAt = tx.now;
  staffRows.update(tx, row.id, next);
  tell(tx, row, next);
  return next;
};

/** Takes in a staff member. @throws Problem 409 `staff_email_exists`. */
export const createStaff = (tx: Tx, caller: Caller, body: CreateStaffBody, id: string = tx.id()): StaffRow => {
  const columns = staffColumns(tx, body);
  checkOverrides({ ...blank(tx, id, body), ...columns });
  return addPerson(tx, caller, body, columns, id);
};

/** Changes a staff member. @throws Problem 409 `staff_email_exists`, or `last_owner` when no active owner would be left. */
export const updateStaff = (tx: Tx, caller: Caller, row: StaffRow, body: UpdateStaffBody): StaffRow => {
  const columns = staffColumns(tx, body, row);
  // Overrides that a change of role has made idle may stay; only what is sent has to fit.
  if (body.permissionOverrides !== undefined) checkOverrides({ ...row, ...columns });
  return savePerson(tx, caller, row, columns, tellUpdated);
};

/** Ends the work of a staff member, who stays on record. Twice is the same as once. @throws Problem 409 `last_owner`. */
export const deactivateStaff = (tx: Tx, caller: Caller, row: StaffRow): StaffRow =>
  savePerson(tx, caller, row, { status: 'inactive' }, tellDeactivated);
