import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { archivePlan, createPlan, findPlan, updatePlan } from './plans.ts';
import { planPage } from './queries.ts';
import { CreatePlan, DeletedPlan, Plan, PlanList, PlanQuery, UpdatePlan } from './shapes.ts';
import { planView } from './view.ts';

const listPlans = (read: Read, query: Static<typeof PlanQuery>, { siteIds }: Caller) => {
  const { external_id: externalId, type } = query;
  const page = planPage(read, pageRequest(query), {
    live: query.include_archived === true ? undefined : 1,
    externalId,
    ...(externalId === undefined ? { type } : { besideType: type }),
    reachable: siteIds === null ? undefined : JSON.stringify(siteIds),
  });
  return listAnswer('/manage/plans', page, planView);
};

export const planRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Plans');
  const isExtension = true;
  return router('/plans')
    .get(
      '/',
      ...reads(
        { id: 'listPlans', summary: 'List plans', query: PlanQuery, answer: PlanList, refusals: [400], isExtension },
        (read, { query, caller }) => listPlans(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createPlan',
          summary: 'Put a plan on sale',
          body: CreatePlan,
          status: 201,
          answer: Plan,
          refusals: [400, 409],
          isExtension,
        },
        (tx, { caller, body }) => planView(createPlan(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getPlan', summary: 'Retrieve a plan', answer: Plan, refusals: [404], isExtension },
        (read, { caller, id }) => planView(findPlan(read, caller, id)),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updatePlan',
          summary: 'Change a plan; packages that were sold keep their terms',
          body: UpdatePlan,
          answer: Plan,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id, body }) => planView(updatePlan(tx, caller, findPlan(tx, caller, id), body)),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deletePlan', summary: 'Take a plan off sale', answer: DeletedPlan, refusals: [404], isExtension },
        (tx, { caller, id }) => {
          const { archivedAt } = archivePlan(tx, caller, findPlan(tx, caller, id));
          return { id, object: 'plan', deleted: true, archived: true, archivedAt };
        },
      ),
    );
};
