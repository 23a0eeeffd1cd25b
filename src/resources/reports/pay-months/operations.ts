import { at } from '../../../http/operations/example.ts';
import { recordOperations } from '../../../http/operations/record-operations.ts';
import { described, id, optional } from '../../../kernel/schemas.ts';
import { PAY_MONTHS, SITES } from '../../demo-ids.ts';
import { siteFilter } from '../../named-sites.ts';
import { closeMonth, reopenMonth } from './close.ts';
import { payMonthPage } from './queries.ts';
import { DeletedPayMonth, month, PayMonth } from './record.ts';
import { payMonthViews } from './view.ts';

export const payMonthOperations = recordOperations(
  { tag: 'Reports' },
  'manage',
  {
    record: PayMonth,
    views: payMonthViews,
    path: '/manage/pay-months',
    names: ['closed month', 'closed months'],
    ids: ['PayMonth', 'PayMonths'],
    staff: { read: 'reports:read', write: 'reports:close_months' },
    example: at(PAY_MONTHS.first),
  },
  ({ list, create, retrieve, remove }) => [
    list(
      'Returns the months closed for pay by site, last closed first, with the classes each instructor taught.',
      (read, { query, caller, page }) =>
        payMonthPage(read, page, { siteId: siteFilter(read, caller, query), month: query.month }, caller.siteIds),
      {
        filters: {
          location_id: optional(id()),
          month: optional(described(month(), 'A month, such as 2026-11.')),
        },
      },
    ),
    create(
      "Closes a site's month for pay: the instructor report shows it as it is now, whatever changes later.",
      closeMonth,
      {
        id: 'closePayMonth',
        summary: 'Close a month for pay',
        errors: [409],
        example: { body: { month: '2025-11', siteId: SITES.downtown } },
      },
    ),
    retrieve('A closed month, with the classes each instructor taught.'),
    remove(
      "The report is calculated from the classes again. The audit log keeps the closed month's numbers.",
      reopenMonth,
      {
        id: 'reopenPayMonth',
        summary: 'Reopen a closed month',
        response: DeletedPayMonth,
      },
    ),
  ],
);
