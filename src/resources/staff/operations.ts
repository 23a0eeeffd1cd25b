import { STAFF_ROLES } from '../../events/enumerations.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { oneOf, optional } from '../../kernel/schemas.ts';
import { STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { ownProfile } from './own-profile.ts';
import { personFilter, personFilters, staffPage, upcomingSessions } from './queries.ts';
import { DeletedStaff, Staff } from './record.ts';
import { createStaff, deactivateStaff, updateStaff } from './staff.ts';

/** The people who work for the brand. */
export const staffOperations = businessOperations(
  { tag: 'Staff', about: 'The staff members and their roles.', audited: true, reads: 'getStaff' },
  'staff',
  ({ list, read, write }) => [
    list(
      'GET /v2/staff',
      'listStaff',
      {
        summary: 'List staff',
        description: "Pages have a single 'cursor': send 'nextCursor' of the page before.",
        paging: 'cursor',
        filters: { ...personFilters, role: optional(oneOf(...STAFF_ROLES)) },
        response: Staff.list,
        staff: 'staff:read',
      },
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), role: query.role };
        return { page: staffPage(read, page, filters, caller.siteIds), view: Staff.view };
      },
    ),
    write(
      'POST /v2/staff',
      'createStaff',
      {
        summary: 'Create a staff member',
        description:
          "The role gives the permissions; 'permissionOverrides' adds some or takes some away. Emails are unique among staff.",
        body: Staff.create,
        status: 201,
        response: Staff.schema,
        staff: 'staff:write',
        sites: 'named',
        example: {
          body: { firstName: 'Mia', lastName: 'Stone', email: 'mia@demo-studio.example', role: 'front_desk' },
        },
      },
      (tx, { caller, body }) => Staff.view(createStaff(tx, caller, body)),
    ),
    read(
      'GET /v2/staff/:id',
      'getStaff',
      {
        summary: 'Retrieve a staff member',
        description: 'The permissions in the response are those in effect: of the role, with the overrides.',
        on: Staff,
        response: Staff.schema,
        staff: ['staff:read', ownProfile],
        example: at(STAFF.frontDesk),
      },
      (_read, { record }) => Staff.view(record),
    ),
    write(
      'PATCH /v2/staff/:id',
      'updateStaff',
      {
        summary: 'Update a staff member',
        description: 'Only the fields you send change. The last active owner cannot lose that role.',
        on: Staff,
        body: Staff.patch,
        response: Staff.schema,
        staff: 'staff:write',
        example: { ...at(STAFF.frontDesk), body: { phone: '+1 212 555 0101' } },
      },
      (tx, { caller, record, body }) => Staff.view(updateStaff(tx, caller, record, body)),
    ),
    write(
      'DELETE /v2/staff/:id',
      'deleteStaff',
      {
        summary: 'Deactivate a staff member',
        description:
          'The person becomes inactive and stays readable. The response has the number of future sessions that need another instructor.',
        on: Staff,
        response: DeletedStaff,
        staff: 'staff:write',
        example: at(STAFF.frontDesk),
      },
      (tx, { caller, record }) => {
        const { id } = deactivateStaff(tx, caller, record);
        return { id, object: 'staff', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
    ),
  ],
);
