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
  { tag: 'Instructors', about: 'Staff members who teach, with the same ids.' },
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
      "Staff members who teach. Pages have a single 'cursor': send 'nextCursor' of the page before.",
      (read, { query, caller, page }) => {
        const filters = { ...personFilter(query, siteFilter(read, caller, query)), isInstructor: 1 };
        return instructorPage(read, page, filters, caller.siteIds);
      },
      { paging: 'cursor', filters: personFilters },
    ),
    create(
      'Creates a staff member with the role instructor. An instructor and the staff member have the same id.',
      createInstructor,
      {
        example: {
          body: { firstName: 'Leo', lastName: 'Marsh', email: 'leo@demo-studio.example', specialties: ['Pilates'] },
        },
      },
    ),
    retrieve("The same person as under '/v2/staff', seen as a teacher.", { staff: ['staff:read', ownProfile] }),
    update(
      "Only the fields you send change. Role and permissions change under '/v2/staff'. The email, status and sites of somebody who can sign in take what making their sign-in link takes.",
      updateInstructor,
      {
        example: { body: { bio: 'Teaches Vinyasa.', specialties: ['Vinyasa', 'Yin'] } },
      },
    ),
    remove(
      'The person no longer teaches. A staff member whose role is instructor also becomes inactive.',
      (tx, caller, row) => {
        const { id } = removeInstructor(tx, caller, row);
        return { id, object: 'instructor', deleted: true, futureSessionCount: upcomingSessions(tx, [id]).get(id) ?? 0 };
      },
      { summary: 'Remove an instructor', response: DeletedInstructor, example: at(STAFF.ben) },
    ),
  ],
);
