import type { Read } from '../../database/database.ts';
import { columnsOf, demoCondition } from './graph.ts';
import { hasDemoData } from './queries.ts';
import { type DemoRow, demoRows } from './removal/going.ts';
import { type DemoDataRemovalCounts, type KeptRecords, MOST_COUNTED, MOST_NAMED } from './shapes.ts';
import { EMPTIED, FILLED_BY_THEMSELVES, PARTLY_EMPTIED } from './tables.ts';

const countOf = (read: Read, table: string, condition: string): number => {
  const rows = `select 1 from "${table}" where ${condition} limit ${MOST_COUNTED}`;
  return read.db.query<{ count: number }, []>(`select count(*) "count" from (${rows})`).get()?.count ?? 0;
};

/** The tables with rows that people make. */
const RECORDS = EMPTIED.filter(({ table }) => !FILLED_BY_THEMSELVES.includes(table));

/** Whether something is there that is no demo data, once these are gone. */
export const hasOwnData = ({ db }: Read): boolean =>
  RECORDS.some(
    ({ table, condition }) => db.query(`select 1 from "${table}" where ${condition} limit 1`).get() !== null,
  );

/** What a row is called, where it has a name. */
const nameOf = (values: DemoRow['values']): string | null => {
  const { name, title, firstName, lastName, code, label } = values;
  if (typeof firstName === 'string') return `${firstName} ${String(lastName ?? '')}`.trim();
  const found = name ?? title ?? code ?? label;
  return typeof found === 'string' ? found : null;
};

/** What stays of each table: what people have made, and demo data that they have changed or that what stays names. */
const keptRecords = (read: Read, rows: readonly DemoRow[]): KeptRecords[] =>
  RECORDS.flatMap(({ table, condition }): KeptRecords[] => {
    const demo = demoCondition(read.db, table);
    const kept = rows.filter((row) => row.table === table && row.isKept).map(({ values }) => values);
    const made = demo === undefined ? condition : `(${condition}) and (${demo}) is not true`;
    const count = Math.min(MOST_COUNTED, kept.length + countOf(read, table, made));
    if (count === 0) return [];
    const hasId = columnsOf(read.db, table).some(({ name, type }) => name === 'id' && type.toUpperCase() === 'TEXT');
    const own = hasId
      ? read.db
          .query<DemoRow['values'], []>(`select * from "${table}" where ${made} order by "id" desc limit ${MOST_NAMED}`)
          .all()
      : [];
    const first = [...own, ...kept]
      .filter(({ id }) => typeof id === 'string')
      .slice(0, MOST_NAMED)
      .map((values) => ({ id: String(values.id), name: nameOf(values) }));
    return [{ records: table, count, first }];
  });

const countsBy = (count: (table: string) => number): DemoDataRemovalCounts['removed'] => ({
  clients: count('clients'),
  staff: count('staff'),
  sites: count('sites'),
  plans: count('plans'),
  schedules: count('schedules'),
  sessions: count('sessions'),
  bookings: count('bookings'),
  packages: count('packages'),
  payments: count('payments'),
  contentEntries: count('contentEntries'),
  challenges: count('challenges'),
});

/** What a removal of the demo data removes and keeps. */
export const countDemoData = (read: Read, includesOwnData: boolean): DemoDataRemovalCounts => {
  if (!hasDemoData(read)) return { hasDemoData: false, removed: countsBy(() => 0), kept: [] };
  const rows = demoRows(read);
  const going = (table: string): number => rows.filter((row) => row.table === table && !row.isKept).length;
  const all = (table: string): number => countOf(read, table, PARTLY_EMPTIED[table] ?? 'true');
  return {
    hasDemoData: true,
    removed: countsBy(includesOwnData ? all : going),
    kept: includesOwnData ? [] : keptRecords(read, rows),
  };
};
