import type { Tx } from './database.ts';

/** What is known of a business before its owner has said anything. */
export interface NewBrand {
  readonly name: string;
  readonly defaultSiteId: string;
  /** IANA name. */
  readonly defaultTimezone: string;
  /** BCP 47 tag. */
  readonly locale: string;
}

const existing = 'select 1 from "settings" where "scope" = \'brand\'';
const insert = `insert into "settings"
  ("scope", "booking", "payment", "notification", "membership", "brand", "createdAt", "updatedAt")
  values ('brand', '{}', '{"currency":"USD"}', '{}', '{}', ?, ?, ?)`;

/** Whether the first start has taken place. */
export const hasBrand = (tx: Tx): boolean => tx.db.query(existing).get() !== null;

/** Makes the row of the brand's settings; whatever it leaves out has its default. */
export const createBrand = (tx: Tx, brand: NewBrand): void => {
  tx.db.query(insert).run(JSON.stringify(brand), tx.now, tx.now);
};
