import { STAFF_ROLES } from '../../events/enumerations.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { oneOf, optional } from '../../kernel/schemas.ts';
import { STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { deactivationPreview } from './deactivation.ts';
import { ownProfile } from './own-profile.ts';
import { personFilter, personFilters, staffPage, upcomingSessions } from './queries.ts';
import { DeletedStaff, Staff } from './record.ts';
import { createStaff, deactivateStaff, updateStaff } from './staff.ts';

export const staffOperations = recordOperations(
  { tag: 'Staff', about: 'Staff members and their roles.' },
  'staff',
  {
    record: Staff,
    path: '/v2/staff',
    names: ['staff member', 'staff'],
    ids: ['Staff', 'Staff'],
    staff: { read: 'staff:read', write: 'staff:write' },
    example: at(STAFF.frontDesk),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'Pages use a single `cursor`: pass the `nextCursor` of the previous page.',
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), role: query.role };
        return staffPage(read, page, filters, caller.siteIds);
      },
      { paging: 'cursor', filters: { ...personFilters, role: optional(oneOf(...STAFF_ROLES)) } },
    ),
    create(
      'The role determines the permissions; `permissionOverrides` grants or removes individual ones. Emails are ' +
        "unique among staff. Requires the permission to create the person's sign-in link, except for instructors.",
      createStaff,
      {
        example: {
          body: { firstName: 'Mia', lastName: 'Stone', email: 'mia@demo-studio.example', role: 'front_desk' },
        },
      },
    ),
    retrieve("The permissions in the response are those in effect: the role's, with overrides applied.", {
      staff: ['staff:read', ownProfile],
    }),
    update(
      'Only the fields you send are changed. The last active owner cannot lose that role. For people who can sign ' +
        'in, changing the email, role, status, sites, or permissions requires the permission to create their sign-in ' +
        'link.',
      updateStaff,
      {
        example: { body: { phone: '+1 212 555 0101' } },
      },
    ),
    remove(
      'The staff member becomes inactive, stays readable, and is signed out. The response includes the number of ' +
        'upcoming sessions that need another instructor.',
      (tx, caller, row) => {
        const { id } = deactivateStaff(tx, caller, row);
        return { id, object: 'staff', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
      { summary: 'Deactivate a staff member', response: DeletedStaff, dryRun: deactivationPreview },
    ),
  ],
);
