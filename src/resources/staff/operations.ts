import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { namedSite } from '../sites/sites.ts';
import { personFilter, staffPage, upcomingSessions } from './queries.ts';
import { CreateStaff, DeletedStaff, Staff, StaffList, StaffQuery, UpdateStaff } from './shapes.ts';
import { createStaff, deactivateStaff, findStaff, updateStaff } from './staff.ts';
import { staffView } from './view.ts';

const listStaff = (read: Read, query: Static<typeof StaffQuery>, caller: Caller) => {
  const filters = { ...personFilter(caller, query, namedSite(read, caller, query)?.id), role: query.role };
  return listAnswer('/v2/staff', staffPage(read, pageRequest(query), filters), staffView);
};

const deletedStaff = (read: Read, { id }: StaffRow) => ({
  id,
  object: 'staff',
  deleted: true,
  futureSessionCount: upcomingSessions(read, [id]).get(id) ?? 0,
});

export const staffRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Staff');
  return router('/staff')
    .get(
      '/',
      ...reads(
        { id: 'listStaff', summary: 'List staff', query: StaffQuery, answer: StaffList, refusals: [400] },
        (read, { query, caller }) => listStaff(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createStaff',
          summary: 'Create a staff member',
          body: CreateStaff,
          status: 201,
          answer: Staff,
          refusals: [400, 409],
        },
        (tx, { caller, body }) => staffView(createStaff(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getStaff', summary: 'Retrieve a staff member', answer: Staff, refusals: [404] },
        (read, { caller, id }) => staffView(findStaff(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updateStaff',
          summary: 'Update a staff member',
          body: UpdateStaff,
          answer: Staff,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) => staffView(updateStaff(tx, caller, findStaff(tx, caller, id), body)),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deleteStaff', summary: 'Deactivate a staff member', answer: DeletedStaff, refusals: [404, 409] },
        (tx, { caller, id }) => deletedStaff(tx, deactivateStaff(tx, caller, findStaff(tx, caller, id))),
      ),
    );
};
