import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { STAFF } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import { ownProfile } from '../staff/own-profile.ts';
import { personFilter, personFilters, upcomingSessions } from '../staff/queries.ts';
import { createInstructor, removeInstructor, updateInstructor } from './instructors.ts';
import { findInstructor, instructorPage } from './queries.ts';
import { CreateInstructor, DeletedInstructor, Instructor } from './record.ts';
import { instructorViews } from './view.ts';

export const instructorOperations = recordOperations(
  { tag: 'Instructors', about: 'Staff members who teach. They have the same IDs as under staff.' },
  'instructors',
  {
    record: { ...Instructor, create: CreateInstructor, find: findInstructor },
    views: instructorViews,
    path: '/v2/instructors',
    names: ['instructor', 'instructors'],
    staff: { read: 'staff:read', write: 'staff:write' },
    example: at(STAFF.ana),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'Returns staff members who teach. Pages use a single `cursor`: pass the `nextCursor` of the previous page.',
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), isInstructor: 1 };
        return instructorPage(read, page, filters, caller.siteIds);
      },
      { paging: 'cursor', filters: personFilters },
    ),
    create(
      'Creates a staff member with the instructor role. The instructor and the staff member have the same ID.',
      createInstructor,
      {
        example: {
          body: { firstName: 'Leo', lastName: 'Marsh', email: 'leo@demo-studio.example', specialties: ['Pilates'] },
        },
      },
    ),
    retrieve('The same person as under `/v2/staff`, as an instructor.', { staff: ['staff:read', ownProfile] }),
    update(
      'Only the fields you send are changed. Change role and permissions under `/v2/staff`. For people who can ' +
        'sign in, changing the email, status, or sites requires the permission to create their sign-in link.',
      updateInstructor,
      {
        example: { body: { bio: 'Teaches Vinyasa.', specialties: ['Vinyasa', 'Yin'] } },
      },
    ),
    remove(
      'The person no longer teaches. Staff members with the instructor role also become inactive.',
      (tx, caller, row) => {
        const { id } = removeInstructor(tx, caller, row);
        return { id, object: 'instructor', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
      { summary: 'Deactivate a staff member', response: DeletedInstructor, example: at(STAFF.ben) },
    ),
  ],
);
