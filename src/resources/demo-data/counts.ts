import type { Read } from '../../database/database.ts';
import { hasDemoData } from './queries.ts';
import { type DemoDataRemovalCounts, MOST_COUNTED } from './shapes.ts';
import { PARTLY_EMPTIED } from './tables.ts';

/** After the ids of all demo records, and before every id that is made from the clock. */
const AFTER_DEMO = '01000001';

const countOf = (read: Read, table: string, condition = PARTLY_EMPTIED[table] ?? 'true'): number => {
  const rows = `select 1 from "${table}" where ${condition} limit ${MOST_COUNTED}`;
  return read.db.query<{ count: number }, []>(`select count(*) "count" from (${rows})`).get()?.count ?? 0;
};

const NOTHING: DemoDataRemovalCounts['own'] = {
  clients: 0,
  bookings: 0,
  payments: 0,
  plans: 0,
  schedules: 0,
  contentEntries: 0,
};

/** What people have added to the demo data. */
export const ownData = (read: Read): DemoDataRemovalCounts['own'] => {
  const added = (table: string): number => countOf(read, table, `"id" > '${AFTER_DEMO}'`);
  return {
    clients: added('clients'),
    bookings: added('bookings'),
    payments: added('payments'),
    plans: added('plans'),
    schedules: added('schedules'),
    contentEntries: added('contentEntries'),
  };
};

/** What a removal of the demo data removes. */
export const countDemoData = (read: Read): DemoDataRemovalCounts => {
  const has = hasDemoData(read);
  const count = (table: string): number => (has ? countOf(read, table) : 0);
  return {
    hasDemoData: has,
    removed: {
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
    },
    own: has ? ownData(read) : NOTHING,
  };
};
