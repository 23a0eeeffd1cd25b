import { sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { addDays, wallClock } from '../../../kernel/local-time.ts';
import { query, selectRows } from '../../../records/query.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { type MailQueue, messagesAbout, scheduleMessage } from '../schedule.ts';
import { summarySites } from './summary-sites.ts';

/** When summaries are sent, by the clock of the brand; after a stop until noon. */
const [FROM, UNTIL] = ['06:00', '12:00'];

const leading = query<StaffRow>(() =>
  selectRows(Staff.table, sql`${Staff.table.role} in ('owner', 'manager')`, sql`${Staff.table.status} = 'active'`),
);

/** The day whose summaries are to be made now; undefined while no day is due. */
const dayToTell = (read: Read): string | undefined => {
  const { date, time } = wallClock(read.nowMs, brandDefaults(read).timezone);
  const day = addDays(date, -1);
  return time >= FROM && time < UNTIL && messagesAbout(read, sourceOf(day)).length === 0 ? day : undefined;
};

const sourceOf = (day: string): string => `summary ${day}`;

/** Tells owners and managers how yesterday was at their sites: each day once. */
export const tellOfYesterday = async (store: Store, queue: MailQueue): Promise<void> => {
  if (dayToTell(store.view()) === undefined) return;
  await store.write<void>((tx: Tx) => {
    const date = dayToTell(tx);
    if (date === undefined) return;
    const { defaultSiteId } = brandDefaults(tx);
    for (const person of leading.all(tx)) {
      const [first] = summarySites(tx, person);
      if (first === undefined) continue;
      const siteId = person.primarySiteId ?? defaultSiteId;
      const given = { siteId, staffId: person.id, sourceId: sourceOf(date), data: { date } };
      scheduleMessage(tx, queue, { kind: 'daily_summary', ...given });
    }
  });
};
