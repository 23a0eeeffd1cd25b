import type { Database } from 'bun:sqlite';

const KEPT = `select "siteId", "day", "currency", "purpose", "planId", "payments", "comps", "received", "tax"
  from "paymentDays"`;
const RECOUNT = `select "siteId", substr("paidAt", 1, 10) "day", "currency", "purpose", ifnull("planId", '') "planId",
    sum("paymentMethod" <> 'comp') "payments", sum("paymentMethod" = 'comp') "comps",
    sum(iif("paymentMethod" = 'comp', 0, "amount")) "received",
    sum(iif("paymentMethod" = 'comp', 0, "taxAmount")) "tax"
  from "payments" where "paidAt" is not null and "paymentMethod" <> 'account_credit' group by 1, 2, 3, 4, 5`;

/** The sums of the days of payments that a recount of the payments does not give, or that are missing. */
export const wrongPaymentDays = (db: Database): unknown[] =>
  [
    [KEPT, RECOUNT],
    [RECOUNT, KEPT],
  ].flatMap(([these, others]) => db.query(`${these} except ${others}`).all());
