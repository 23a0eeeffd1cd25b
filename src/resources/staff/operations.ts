import { businessOperations } from '../../http/operations/declare.ts';
import { optional } from '../../kernel/schemas.ts';
import { namedSite } from '../sites/named-sites.ts';
import { ownProfile } from './own-profile.ts';
import { personFilter, staffPage, upcomingSessions } from './queries.ts';
import { CreateStaff, DeletedStaff, personFilters, Staff, StaffList, staffRole, UpdateStaff } from './shapes.ts';
import { createStaff, deactivateStaff, findStaff, updateStaff } from './staff.ts';
import { staffView } from './view.ts';

const onStaff = { find: findStaff };

/** The people who work for the brand. */
export const staffOperations = businessOperations('Staff', 'staff', ({ list, read, write }) => [
  list(
    'GET /v2/staff',
    'listStaff',
    {
      summary: 'List staff',
      paging: 'cursor',
      filters: { ...personFilters, role: optional(staffRole) },
      answer: StaffList,
      staff: 'staff:read',
    },
    (read, { query, caller, page }) => ({
      page: staffPage(read, page, {
        ...personFilter(caller, query, namedSite(read, caller, query)?.id),
        role: query.role,
      }),
      view: staffView,
    }),
  ),
  write(
    'POST /v2/staff',
    'createStaff',
    {
      summary: 'Create a staff member',
      body: CreateStaff,
      status: 201,
      answer: Staff,
      staff: 'staff:write',
      sites: 'named',
    },
    (tx, { caller, body }) => staffView(createStaff(tx, caller, body)),
  ),
  read(
    'GET /v2/staff/:id',
    'getStaff',
    { summary: 'Retrieve a staff member', on: onStaff, answer: Staff, staff: ['staff:read', ownProfile] },
    (_read, { record }) => staffView(record),
  ),
  write(
    'PATCH /v2/staff/:id',
    'updateStaff',
    { summary: 'Update a staff member', on: onStaff, body: UpdateStaff, answer: Staff, staff: 'staff:write' },
    (tx, { caller, record, body }) => staffView(updateStaff(tx, caller, record, body)),
  ),
  write(
    'DELETE /v2/staff/:id',
    'deleteStaff',
    { summary: 'Deactivate a staff member', on: onStaff, answer: DeletedStaff, staff: 'staff:write' },
    (tx, { caller, record }) => {
      const { id } = deactivateStaff(tx, caller, record);
      return { id, object: 'staff', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
    },
  ),
]);
