import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { allOf, invalid } from '../../kernel/problem.ts';
import { pack } from '../../records/json.ts';
import { requireActive, requiredSite } from '../named-sites.ts';
import type { SiteRow } from '../sites/record.ts';
import type { BegunChange } from './changes/carry-out.ts';
import { CLASHES, refusedClashes } from './changes/conflicts.ts';
import { NO_COUNTS } from './changes/work.ts';
import { checkSchedule } from './checks.ts';
import { addsSessions, firstMissingDate, generateSessions, horizonOf } from './generation/generate.ts';
import { Schedule, type ScheduleRow } from './record.ts';
import type { CreateScheduleBody, UpdateScheduleBody } from './shapes.ts';

/** `row` with its complete rule. @throws Problem 400 with everything that is wrong with the body. */
export const withRule = (
  read: Read,
  caller: Caller,
  row: ScheduleRow,
  body: UpdateScheduleBody,
  current?: ScheduleRow,
): ScheduleRow => {
  const rule = checkSchedule(read, caller, row, body, current);
  if (Array.isArray(rule)) throw invalid(rule);
  return { ...row, recurrenceRule: pack(rule) };
};

/** Stores a new schedule, without its sessions. @throws Problem 400; 403; 409 `site_inactive`. */
const insertSchedule = (tx: Tx, caller: Caller, body: CreateScheduleBody, id: string): ScheduleRow => {
  const read = (site: Pick<SiteRow, 'id' | 'timezone'>) =>
    withRule(tx, caller, Schedule.make(tx, body, { id, siteId: site.id, timezone: site.timezone }), body);
  // The body is checked without its site too, so that the response lists everything that is wrong.
  const [site] = allOf(
    () => requiredSite(tx, caller, body),
    () => read({ id, timezone: 'UTC' }),
  );
  const row = read(site);
  requireActive(site);
  Schedule.rows.insert(tx, row);
  return row;
};

/** Creates sessions up to the horizon. @throws Problem 400; 403; 409 `site_inactive`. */
export const beginSchedule = (tx: Tx, caller: Caller, body: CreateScheduleBody, id: string): BegunChange => {
  const row = insertSchedule(tx, caller, body, id);
  const [from, until] = [firstMissingDate(tx, row), horizonOf(tx, row)];
  if (addsSessions(tx, row)) Schedule.rows.update(tx, id, { generatedUntil: until });
  return {
    row: Schedule.rows.find(tx, id) ?? row,
    work: { parts: [{ do: 'create', from, until }, { do: 'raiseCreated' }], counts: NO_COUNTS },
    places: CLASHES,
    caller,
    refuses: refusedClashes(CLASHES, body),
    needsPreview: true,
  };
};

/** Creates all in one transaction, whatever instructors are busy. @throws Problem 400; 403; 409 `site_inactive`. */
export const createSchedule = (tx: Tx, caller: Caller, body: CreateScheduleBody, id: string = tx.id()): ScheduleRow => {
  const row = insertSchedule(tx, caller, body, id);
  const sessions = generateSessions(tx, row, horizonOf(tx, row));
  tx.raise('schedule.created', row.siteId, { scheduleId: id, sessionsCreated: sessions.length });
  return Schedule.rows.find(tx, id) ?? row;
};
