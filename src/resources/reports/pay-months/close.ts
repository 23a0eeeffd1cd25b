import type { Tx } from '../../../database/database.ts';
import { type Caller, requirePermission, staffIdOf } from '../../../kernel/caller.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { conflict } from '../../../kernel/problem.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { requiredSite } from '../../named-sites.ts';
import { eachClass } from '../classes.ts';
import { monthRange } from '../range.ts';
import { addTaught, linesOf, payRates, taughtTally } from './lines.ts';
import { isClosed } from './queries.ts';
import { type CreatePayMonthBody, PayMonth, type PayMonthRow } from './record.ts';

/** Whoever closes a month decides what is paid, and so has to see it. @throws Problem 403. */
const requirePay = (caller: Caller): void => requirePermission(caller, 'staff:write');

/** Keeps what was taught in a month at a site. @throws Problem 409 `month_not_over` or `month_closed`. */
export const closeMonth = (
  tx: Tx,
  caller: Caller,
  body: CreatePayMonthBody,
  given: Partial<Pick<PayMonthRow, 'id' | 'closedByStaffId'>> = {},
): PayMonthRow => {
  requirePay(caller);
  const site = requiredSite(tx, caller, body);
  const { month } = body;
  const range = monthRange(month);
  if (localDateAt(tx.nowMs, site.timezone) <= range.to)
    throw conflict('month_not_over', `The month ${month} is not over at '${site.name}'. Close it after ${range.to}.`);
  if (isClosed(tx, site.id, month))
    throw conflict('month_closed', `The month ${month} is closed at '${site.name}' already.`);
  const [tally, rates] = [taughtTally(), payRates(tx)];
  runAtOnce(
    eachClass(
      () => tx,
      { sites: [site] },
      range,
      (line) => addTaught(tally, line, rates, line.localDate),
    ),
  );
  const lines = JSON.stringify(linesOf(tally));
  const made = { id: tx.id(), siteId: site.id, closedByStaffId: staffIdOf(caller), lines };
  const row = PayMonth.make(tx, { month }, { ...made, ...given });
  PayMonth.rows.insert(tx, row);
  return row;
};

const DELETE = 'delete from "payMonths" where "id" = ?';

/** The month is computed from its classes again. The audit log keeps what it was. */
export const reopenMonth = (tx: Tx, caller: Caller, { id }: PayMonthRow) => {
  requirePay(caller);
  tx.db.query(DELETE).run(id);
  return { id, object: 'pay_month', deleted: true };
};
