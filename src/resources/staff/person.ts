import { removeLinksOf } from '../../auth/staff/links.ts';
import { endSessionsOf } from '../../auth/staff/sessions.ts';
import type { Read, Tx } from '../../database/database.ts';
import { requireConfirmed } from '../../http/operations/authorize.ts';
import { type Caller, requirePermission, requireSites } from '../../kernel/caller.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { staffSearchText } from '../../kernel/folding.ts';
import { allOf, conflict, invalidParam, missingResource } from '../../kernel/problem.ts';
import { readableHolder, requireExisting } from '../../records/existing.ts';
import { pack, unpackList } from '../../records/json.ts';
import { forgetPicture } from '../own-pictures.ts';
import { Site } from '../sites/record.ts';
import { permissionsNow } from './actor.ts';
import { raiseCreated } from './events.ts';
import { hasOtherOwner, idOfEmail } from './queries.ts';
import { Staff, type StaffRow, type UpdatePersonBody } from './record.ts';
import { RIGHTS, requireGuarded } from './takeover.ts';

// The rules of people, as staff and as instructors.

const sitesOf = (row: StaffRow): string[] => unpackList<string>(row.siteIds);

type SiteNames = Pick<UpdatePersonBody, 'siteIds' | 'locationIds' | 'primarySiteId'>;

/** The sites by either name; undefined without a name. @throws Problem 400 when both differ, or for unknown sites. */
const namedSites = (read: Read, { siteIds, locationIds }: SiteNames): readonly string[] | undefined => {
  const areBoth = siteIds !== undefined && locationIds !== undefined;
  if (areBoth && !Bun.deepEquals([...siteIds].sort(), [...locationIds].sort())) {
    throw invalidParam(
      'locationIds',
      "'siteIds' and 'locationIds' mean the same. Send one of them, or both with the same ids.",
      { reason: 'not_accepted' },
    );
  }
  const ids = siteIds ?? locationIds;
  if (ids !== undefined) requireExisting(read, Site, ids, siteIds === undefined ? 'locationIds' : 'siteIds');
  return ids;
};

/** @throws Problem 400 `resource_missing`. */
const requirePrimarySite = (read: Read, id: string | null): void => {
  if (id !== null && Site.rows.find(read, id) === undefined) throw missingResource('primarySiteId', 'site', id);
};

/** The columns that differ from the body: the email in lower case, and the sites by either name. */
export const personColumns = (
  read: Read,
  { email, ...body }: SiteNames & Pick<UpdatePersonBody, 'email'>,
): Partial<StaffRow> => {
  const [siteIds] = allOf(
    () => namedSites(read, body),
    () => requirePrimarySite(read, body.primarySiteId ?? null),
  );
  return {
    ...(email === undefined ? {} : { email: storedEmail(email) }),
    ...(siteIds === undefined ? {} : { siteIds: pack(siteIds) }),
  };
};

const searchTextOf = ({ firstName, lastName, displayName, email }: StaffRow): string =>
  staffSearchText(firstName, lastName, displayName, email);

const checkPrimarySite = (read: Read, row: StaffRow): void => {
  const id = row.primarySiteId;
  requirePrimarySite(read, id);
  if (id === null) return;
  if (row.siteIds !== null && !sitesOf(row).includes(id)) {
    throw invalidParam(
      'primarySiteId',
      "'primarySiteId' must be one of 'siteIds'. Send both, or null for no primary site.",
      { reason: 'not_among_locations' },
    );
  }
};

const checkEmployment = ({ hiredOn, terminatedOn }: StaffRow): void => {
  if (hiredOn !== null && terminatedOn !== null && terminatedOn < hiredOn) {
    throw invalidParam('terminatedOn', "'terminatedOn' must not be before 'hiredOn'.", { reason: 'end_before_start' });
  }
};

/** @throws Problem 400; 409 `staff_email_exists`, which names a staff member whom the caller may read. */
const check = (read: Read, caller: Caller, row: StaffRow): void => {
  allOf(
    () => checkPrimarySite(read, row),
    () => checkEmployment(row),
  );
  const other = idOfEmail(read, row.email);
  if (other === undefined || other === row.id) return;
  const code = 'staff_email_exists';
  if (readableHolder(read, caller, Staff, { id: other, right: 'staff:read' }) === undefined) {
    const message = `Another staff member has the email '${row.email}'. Send another email.`;
    throw conflict(code, message, [{ param: 'email', code, message }]);
  }
  const message = `The staff member '${other}' has the email '${row.email}'. Use that staff member, or send another email.`;
  throw conflict(code, message, [{ param: 'email', code, message, staffId: other }]);
};

/** Whether a change makes an owner or takes one away, or lets someone else sign in as one. */
const concernsOwner = (before: StaffRow | undefined, after: StaffRow): boolean =>
  (before?.role === 'owner' || after.role === 'owner') &&
  (before?.role !== after.role || before.status !== after.status || before.email !== after.email);

/**
 * No one grants what they lack (rules.md "Roles").
 * @throws Problem 403 when the staff member for whom the caller acts changes an owner, or grants a permission that
 * they do not have; `password_required` where they gave the password too long ago to decide who is an owner.
 */
const requireGrantable = (read: Read, caller: Caller, before: StaffRow | undefined, after: StaffRow): void => {
  if (before?.role === 'owner' || after.role === 'owner') requirePermission(caller, 'staff:write_owners');
  const held = new Set(before === undefined ? [] : permissionsNow(before));
  for (const permission of permissionsNow(after)) if (!held.has(permission)) requirePermission(caller, permission);
  if (concernsOwner(before, after)) requireConfirmed(caller, read.nowMs);
};

/**
 * Stores a new person.
 * @throws Problem 400, 403 `permission_denied` or `site_not_allowed`, 409 `staff_email_exists`.
 */
export const addPerson = (tx: Tx, caller: Caller, row: StaffRow): StaffRow => {
  row.searchText = searchTextOf(row);
  requireSites(caller, sitesOf(row), 'siteIds');
  requireGrantable(tx, caller, undefined, row);
  requireGuarded(tx, caller, undefined, row);
  check(tx, caller, row);
  Staff.rows.insert(tx, row);
  raiseCreated(tx, row);
  return row;
};

const isActiveOwner = (row: StaffRow): boolean => row.role === 'owner' && row.status === 'active';

/** @throws Problem 409 `last_owner` when no active owner would be left. */
const requireOwner = (read: Read, before: StaffRow, after: StaffRow): void => {
  if (isActiveOwner(before) && !isActiveOwner(after) && !hasOtherOwner(read, before.id)) {
    throw conflict('last_owner', 'This is the last active owner. Make another staff member an owner first.');
  }
};

/**
 * Stores the changed columns of a person; `raise` raises the events, unless nothing changed.
 * @throws Problem 400, 403 `permission_denied` or `site_not_allowed`, 409 `staff_email_exists` or `last_owner`.
 */
export const savePerson = (
  tx: Tx,
  caller: Caller,
  row: StaffRow,
  columns: Partial<StaffRow>,
  raise: (tx: Tx, before: StaffRow, after: StaffRow) => void,
): StaffRow => {
  const next: StaffRow = { ...row, ...columns };
  for (const { siteIds } of [row, next]) requireSites(caller, unpackList(siteIds), 'siteIds');
  requireGrantable(tx, caller, row, next);
  requireGuarded(tx, caller, row, next);
  check(tx, caller, next);
  if (Bun.deepEquals(row, next)) return row;
  requireOwner(tx, row, next);
  next.searchText = searchTextOf(next);
  next.updatedAt = tx.now;
  Staff.rows.update(tx, row.id, next);
  if (row.role !== next.role || row.status !== next.status) endSessionsOf(tx, row.id);
  // Who made a link of this person could do what the person may do now.
  if (RIGHTS.some((column) => row[column] !== next[column])) removeLinksOf(tx, row.id);
  if (row.photoUrl !== next.photoUrl) forgetPicture(tx, next.id, next.photoUrl);
  // The transaction has cached what the credentials of this person may do.
  tx.cached.clear();
  raise(tx, row, next);
  return next;
};
