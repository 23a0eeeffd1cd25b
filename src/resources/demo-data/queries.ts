import type { Read, Tx } from '../../database/database.ts';

/** What demo data changed of the first site, as its row has it, so that it is taken back with them. */
export interface DemoMark {
  readonly createdAt: string;
  readonly rooms: string | null;
  readonly openingHours: string | null;
}

/** The value of the appliance that says that the studio has demo data. */
const NAME = 'demoData';

const FIND = `select "value" from "appliance" where "name" = '${NAME}'`;

export const findDemoMark = (read: Read): DemoMark | undefined => {
  const row = read.db.query<{ value: string }, []>(FIND).get();
  return row === null ? undefined : JSON.parse(row.value);
};

export const hasDemoData = (read: Read): boolean => read.db.query<object, []>(FIND).get() !== null;

/** Notes that the studio has demo data; without a mark that it no longer has. */
export const markDemoData = (tx: Tx, mark: DemoMark | undefined): void => {
  if (mark === undefined) tx.db.run(`delete from "appliance" where "name" = '${NAME}'`);
  else tx.db.query(`insert into "appliance" ("name", "value") values ('${NAME}', ?)`).run(JSON.stringify(mark));
};
