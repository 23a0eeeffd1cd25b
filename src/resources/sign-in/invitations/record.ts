import { Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import { LINK_PURPOSES } from '../../../auth/staff/links.ts';
import type { Read } from '../../../database/database.ts';
import { STAFF_ROLES } from '../../../events/enumerations.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import { deletedShape, described, email, object, oneOf } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { type RowOf, record } from '../../../records/record.ts';
import { shownName } from '../../instructors/view.ts';
import { Staff } from '../../staff/record.ts';

/** A link with which a person chooses a password, once. Nothing of the link itself can be read: it is stored as its hash. */
export const StaffInvitation = record('staff_invitation', 'staffInvitations', () => ({
  staffId: field.id(),
  person: field.derived(
    described(
      object({
        displayName: described(Type.String(), 'The name shown to others.'),
        email: email(),
        role: described(oneOf(...STAFF_ROLES), 'Determines the permissions.'),
      }),
      'The staff member.',
    ),
  ),
  purpose: field
    .word(LINK_PURPOSES)
    .described('`password_reset` for a person who already has a password, which keeps working until then.'),
  removesSecondFactor: field
    .flag()
    .described("Whether it also removes the person's second factors, because they have lost them."),
  createdBy: field.id().nullable().described('The staff member who created it. `null` for a key or the command line.'),
  expiresAt: field.instant().described('Time at which the link expires if it is not used.'),
  hash: field.bytes(),
  askerHash: field.bytes().nullable(),
}));

export type StaffInvitationRow = RowOf<typeof StaffInvitation>;

export const DeletedStaffInvitation = deletedShape('staff_invitation', {});

const { table: staff } = Staff;
const { table: invitations } = StaffInvitation;

const sitesOfStaff = () => ({
  within: sql`exists (select 1 from ${staff} where ${staff.id} = ${invitations.staffId} and ${Staff.sites?.within})`,
});

/** Newest first. */
export const invitationPage = pagesOf<StaffInvitationRow>(invitations, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { staffId: eq(invitations.staffId, named('staffId')) },
  sites: sitesOfStaff(),
}));

/** The views of some invitations, with their people. */
export const invitationViews = (read: Read, rows: readonly StaffInvitationRow[]) => {
  const people = new Map(
    Staff.rows.findAll(read, [...new Set(rows.map(({ staffId }) => staffId))]).map((row) => [row.id, row]),
  );
  return (row: StaffInvitationRow) => {
    const found = people.get(row.staffId);
    if (found === undefined) throw new Error(`the invitation ${row.id} is of nobody`);
    const { email, role } = found;
    return { ...StaffInvitation.view(row), person: { displayName: shownName(found), email, role } };
  };
};

/** @throws Problem 404 when there is no such invitation, or the caller may not see its person. */
export const findInvitation = (read: Read, caller: Caller, id: string): StaffInvitationRow => {
  const row = StaffInvitation.rows.find(read, id);
  if (row === undefined || Staff.lookUp(read, caller, row.staffId) === undefined) throw notFound('invitation', id);
  return row;
};
