import { sql } from 'drizzle-orm';
import { faultOf, stillToDo } from '../../../database/apart.ts';
import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { tellFault } from '../../../kernel/faults.ts';
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
  return time >= FROM && time < UNTIL ? addDays(date, -1) : undefined;
};

const sourceOf = (day: string): string => `summary ${day}`;

/** Those who may get the summary of a day and have none. */
const notYetNotified = (read: Read, day: string): StaffRow[] => {
  const notified = new Set(messagesAbout(read, sourceOf(day)).map(({ staffId }) => staffId));
  return leading.all(read).filter(({ id }) => !notified.has(id));
};

/** Sends owners and managers a summary of yesterday at their sites: each of them once. */
export const tellOfYesterday = async (store: Store, queue: MailQueue): Promise<void> => {
  const view = store.view();
  const day = dayToTell(view);
  if (day === undefined || notYetNotified(view, day).length === 0) return;
  const faults = await store.write((tx: Tx) => {
    const { defaultSiteId } = brandDefaults(tx);
    const tell = (person: StaffRow): void => {
      const [first] = summarySites(tx, person);
      if (first === undefined) return;
      const siteId = person.primarySiteId ?? defaultSiteId;
      const given = { siteId, staffId: person.id, sourceId: sourceOf(day), data: { date: day } };
      scheduleMessage(tx, queue, { kind: 'daily_summary', ...given });
    };
    return notYetNotified(tx, day).flatMap((person) => {
      const fault = faultOf(tx, () => tell(person));
      return fault === undefined ? [] : [{ person, ...fault }];
    });
  });
  for (const { person, error } of faults) tellFault(stillToDo(`the daily summary of ${person.id}`), error);
};
