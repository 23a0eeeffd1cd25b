import { PACKAGE_TYPES } from '../../events/enumerations.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, line, oneOf, optional } from '../../kernel/schemas.ts';
import { PLANS } from '../demo-ids.ts';
import { archivePlan, createPlan, updatePlan } from './plans.ts';
import { planPage } from './queries.ts';
import { Plan } from './record.ts';

/** What the business sells (management.md). */
export const planOperations = recordOperations(
  { tag: 'Plans', about: 'Packages and memberships on sale.' },
  'manage',
  {
    record: Plan,
    path: '/manage/plans',
    names: ['plan', 'plans'],
    staff: { read: 'packages:sell', write: 'packages:adjust' },
    example: at(PLANS.tenClasses),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'Returns what the studio sells, newest first.',
      (read, { filters, caller, page }) => planPage(read, page, filters, caller.siteIds),
      {
        filters: {
          type: optional(oneOf(...PACKAGE_TYPES)),
          external_id: optional(line(255)),
          include_archived: optional(flag()),
        },
      },
    ),
    create('The terms of a package for sale: price, credits, and validity.', createPlan, {
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
    }),
    retrieve('Archived plans can be retrieved, too.'),
    update('The new terms apply to later sales.', updatePlan, {
      summary: 'Update a plan, without changing packages already sold',
      example: { body: { description: 'Valid for every class.' } },
    }),
    remove('It is no longer sold. Packages already sold are not changed.', archivePlan, {
      example: at(PLANS.dropIn),
    }),
  ],
);
