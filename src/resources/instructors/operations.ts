import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { namedSite } from '../sites/sites.ts';
import { personFilter, upcomingSessions } from '../staff/queries.ts';
import { createInstructor, findInstructor, removeInstructor, updateInstructor } from './instructors.ts';
import { instructorPage } from './queries.ts';
import {
  CreateInstructor,
  DeletedInstructor,
  Instructor,
  InstructorList,
  InstructorQuery,
  UpdateInstructor,
} from './shapes.ts';
import { instructorView, instructorViews } from './view.ts';

const listInstructors = (read: Read, query: Static<typeof InstructorQuery>, caller: Caller) => {
  const filters = { ...personFilter(caller, query, namedSite(read, caller, query)?.id), teaching: 1 };
  const page = instructorPage(read, pageRequest(query), filters);
  return listAnswer('/v2/instructors', page, instructorViews(read, caller, page.rows));
};

const deletedInstructor = (read: Read, { id }: StaffRow) => ({
  id,
  object: 'instructor',
  deleted: true,
  futureSessionCount: upcomingSessions(read, [id]).get(id) ?? 0,
});

export const instructorRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Instructors');
  return router('/instructors')
    .get(
      '/',
      ...reads(
        {
          id: 'listInstructors',
          summary: 'List instructors',
          query: InstructorQuery,
          answer: InstructorList,
          refusals: [400],
        },
        (read, { query, caller }) => listInstructors(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createInstructor',
          summary: 'Create an instructor',
          body: CreateInstructor,
          status: 201,
          answer: Instructor,
          refusals: [400, 409],
        },
        (tx, { caller, body }) => instructorView(tx, caller, createInstructor(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getInstructor', summary: 'Retrieve an instructor', answer: Instructor, refusals: [404] },
        (read, { caller, id }) => instructorView(read, caller, findInstructor(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updateInstructor',
          summary: 'Update an instructor',
          body: UpdateInstructor,
          answer: Instructor,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) =>
          instructorView(tx, caller, updateInstructor(tx, caller, findInstructor(tx, caller, id), body)),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deleteInstructor', summary: 'Remove an instructor', answer: DeletedInstructor, refusals: [404] },
        (tx, { caller, id }) => deletedInstructor(tx, removeInstructor(tx, caller, findInstructor(tx, caller, id))),
      ),
    );
};
