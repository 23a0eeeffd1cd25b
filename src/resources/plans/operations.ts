import { PACKAGE_TYPES } from '../../events/enumerations.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { flag, line, oneOf, optional } from '../../kernel/schemas.ts';
import { PLANS } from '../demo-ids.ts';
import { archivePlan, createPlan, updatePlan } from './plans.ts';
import { planPage } from './queries.ts';
import { Plan } from './record.ts';

/** What the business sells (management.md). */
export const planOperations = businessOperations(
  { tag: 'Plans', about: 'The packages and memberships on sale.', audited: true, reads: 'getPlan' },
  'manage',
  ({ list, read, write }) => [
    list(
      'GET /manage/plans',
      'listPlans',
      {
        summary: 'List plans',
        description: 'What the studio sells, the newest first.',
        filters: {
          type: optional(oneOf(...PACKAGE_TYPES)),
          external_id: optional(line(255)),
          include_archived: optional(flag()),
        },
        response: Plan.list,
        staff: 'packages:sell',
      },
      (read, { query, caller, page }) => {
        const { type, external_id: externalId } = query;
        const live = query.include_archived === true ? undefined : 1;
        return { page: planPage(read, page, { type, externalId, live }, caller.siteIds), view: Plan.view };
      },
    ),
    write(
      'POST /manage/plans',
      'createPlan',
      {
        summary: 'Create a plan',
        description: 'The terms of a package for sale: price, credits and how long it is valid.',
        body: Plan.create,
        status: 201,
        response: Plan.schema,
        staff: 'packages:adjust',
        sites: 'named',
        example: {
          body: {
            name: 'Five classes',
            type: 'credit_pack',
            price: 8_000,
            currency: 'USD',
            creditsTotal: 5,
            validityDays: 60,
          },
        },
      },
      (tx, { caller, body }) => Plan.view(createPlan(tx, caller, body)),
    ),
    read(
      'GET /manage/plans/:id',
      'getPlan',
      {
        summary: 'Retrieve a plan',
        description: 'Archived plans can be retrieved too.',
        on: Plan,
        response: Plan.schema,
        staff: 'packages:sell',
        example: at(PLANS.tenClasses),
      },
      (_read, { record }) => Plan.view(record),
    ),
    write(
      'PATCH /manage/plans/:id',
      'updatePlan',
      {
        summary: 'Update a plan; packages that were sold keep their terms',
        description: 'The new terms hold for later sales.',
        on: Plan,
        body: Plan.patch,
        response: Plan.schema,
        staff: 'packages:adjust',
        example: { ...at(PLANS.tenClasses), body: { description: 'Valid for every class.' } },
      },
      (tx, { caller, record, body }) => Plan.view(updatePlan(tx, caller, record, body)),
    ),
    write(
      'DELETE /manage/plans/:id',
      'deletePlan',
      {
        summary: 'Archive a plan',
        description: 'It is no longer sold. Packages that were sold stay as they are.',
        on: Plan,
        response: Plan.archived,
        staff: 'packages:adjust',
        example: at(PLANS.dropIn),
      },
      (tx, { caller, record }) => archivePlan(tx, caller, record),
    ),
  ],
);
