import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import { PAY_MONTHS, SITES, STAFF } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { timezoneOf } from '../sites/queries.ts';
import { reportOperations } from './operations.ts';
import { closeMonth } from './pay-months/close.ts';
import { payMonthOperations } from './pay-months/operations.ts';
import { monthOf } from './range.ts';

const create = (tx: Tx, caller: Caller): void => {
  const today = localDateAt(tx.nowMs, timezoneOf(tx, SITES.downtown));
  const month = monthOf(addDays(`${monthOf(today)}-01`, -1));
  closeMonth(tx, caller, { month, siteId: SITES.downtown }, { id: PAY_MONTHS.first, closedByStaffId: STAFF.owner });
};

export const reports = {
  operations: [reportOperations, payMonthOperations],
  examples: { create, records: [['A closed month', PAY_MONTHS.first]] },
} satisfies Family;
