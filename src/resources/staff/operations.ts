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
  { tag: 'Staff', about: 'The staff members and their roles.' },
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
      "Pages have a single 'cursor': send 'nextCursor' of the page before.",
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), role: query.role };
        return staffPage(read, page, filters, caller.siteIds);
      },
      { paging: 'cursor', filters: { ...personFilters, role: optional(oneOf(...STAFF_ROLES)) } },
    ),
    create(
      "The role gives the permissions; 'permissionOverrides' adds some or takes some away. Emails are unique among staff. It takes what making the sign-in link of the person takes, but for an instructor.",
      createStaff,
      {
        example: {
          body: { firstName: 'Mia', lastName: 'Stone', email: 'mia@demo-studio.example', role: 'front_desk' },
        },
      },
    ),
    retrieve('The permissions in the response are those in effect: of the role, with the overrides.', {
      staff: ['staff:read', ownProfile],
    }),
    update(
      'Only the fields you send change. The last active owner cannot lose that role. The email, role, status, sites and permissions of a person who can sign in take what making their sign-in link takes.',
      updateStaff,
      {
        example: { body: { phone: '+1 212 555 0101' } },
      },
    ),
    remove(
      'The person becomes inactive, stays readable and is signed out. The response has the number of future sessions that need another instructor.',
      (tx, caller, row) => {
        const { id } = deactivateStaff(tx, caller, row);
        return { id, object: 'staff', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
      { summary: 'Deactivate a staff member', response: DeletedStaff, dryRun: deactivationPreview },
    ),
  ],
);
