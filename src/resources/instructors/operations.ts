import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { ownProfile } from '../staff/own-profile.ts';
import { personFilter, personFilters, upcomingSessions } from '../staff/queries.ts';
import { createInstructor, removeInstructor, updateInstructor } from './instructors.ts';
import { findInstructor, instructorPage } from './queries.ts';
import { CreateInstructor, DeletedInstructor, Instructor } from './record.ts';
import { instructorView, instructorViews } from './view.ts';

const onInstructor = { find: findInstructor };

/** The staff members who teach. */
export const instructorOperations = businessOperations(
  { tag: 'Instructors', about: 'Staff members who teach, with the same ids.', audited: true, reads: 'getInstructor' },
  'instructors',
  ({ list, read, write }) => [
    list(
      'GET /v2/instructors',
      'listInstructors',
      {
        summary: 'List instructors',
        description: "Staff members who teach. Pages have a single 'cursor': send 'nextCursor' of the page before.",
        paging: 'cursor',
        filters: personFilters,
        response: Instructor.list,
        staff: 'staff:read',
      },
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), isInstructor: 1 };
        const instructors = instructorPage(read, page, filters, caller.siteIds);
        return { page: instructors, view: instructorViews(read, caller, instructors.rows) };
      },
    ),
    write(
      'POST /v2/instructors',
      'createInstructor',
      {
        summary: 'Create an instructor',
        description:
          'Creates a staff member with the role instructor. An instructor and the staff member have the same id.',
        body: CreateInstructor,
        status: 201,
        response: Instructor.schema,
        staff: 'staff:write',
        sites: 'named',
        example: {
          body: { firstName: 'Leo', lastName: 'Marsh', email: 'leo@demo-studio.example', specialties: ['Pilates'] },
        },
      },
      (tx, { caller, body }) => instructorView(tx, caller, createInstructor(tx, caller, body)),
    ),
    read(
      'GET /v2/instructors/:id',
      'getInstructor',
      {
        summary: 'Retrieve an instructor',
        description: "The same person as under '/v2/staff', seen as a teacher.",
        on: onInstructor,
        response: Instructor.schema,
        staff: ['staff:read', ownProfile],
        example: at(STAFF.ana),
      },
      (read, { caller, record }) => instructorView(read, caller, record),
    ),
    write(
      'PATCH /v2/instructors/:id',
      'updateInstructor',
      {
        summary: 'Update an instructor',
        description: "Only the fields you send change. Role and permissions change under '/v2/staff'.",
        on: onInstructor,
        body: Instructor.patch,
        response: Instructor.schema,
        staff: 'staff:write',
        example: { ...at(STAFF.ana), body: { bio: 'Teaches Vinyasa.', specialties: ['Vinyasa', 'Yin'] } },
      },
      (tx, { caller, record, body }) => instructorView(tx, caller, updateInstructor(tx, caller, record, body)),
    ),
    write(
      'DELETE /v2/instructors/:id',
      'deleteInstructor',
      {
        summary: 'Remove an instructor',
        description: 'The person no longer teaches. A staff member whose role is instructor also becomes inactive.',
        on: onInstructor,
        response: DeletedInstructor,
        staff: 'staff:write',
        example: at(STAFF.ben),
      },
      (tx, { caller, record }) => {
        const { id } = removeInstructor(tx, caller, record);
        return { id, object: 'instructor', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
    ),
  ],
);
