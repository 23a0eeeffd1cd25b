import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import type { Caller } from '../../kernel/caller.ts';
import { invalid } from '../../kernel/problem.ts';
import { requireActive, requiredSite } from '../sites/named-sites.ts';
import { conflictProblem, instructorConflicts } from './changes/conflicts.ts';
import { checkSchedule } from './checks.ts';
import { generateSessions, horizonOf } from './generation/generate.ts';
import { Schedule, type ScheduleRow } from './record.ts';
import type { CreateScheduleBody, UpdateScheduleBody } from './shapes.ts';

/** `row` with its complete rule. @throws Problem 400 with everything that is wrong with the body. */
export const withRule = (
  read: Read,
  row: ScheduleRow,
  body: UpdateScheduleBody,
  current?: ScheduleRow,
): ScheduleRow => {
  const rule = checkSchedule(read, row, body, current);
  if (Array.isArray(rule)) throw invalid(rule);
  return { ...row, recurrenceRule: pack(rule) };
};

/**
 * Creates a schedule and its sessions up to the horizon.
 * @throws Problem 400; 403; 409 `site_inactive`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const createSchedule = (tx: Tx, caller: Caller, body: CreateScheduleBody, id: string = tx.id()): ScheduleRow => {
  const site = requiredSite(tx, caller, body);
  const row = withRule(tx, Schedule.make(tx, body, { id, siteId: site.id, timezone: site.timezone }), body);
  requireActive(site);
  Schedule.rows.insert(tx, row);
  const created = generateSessions(tx, row, horizonOf(tx, row));
  const conflicts = body.overrideConflicts === true ? [] : instructorConflicts(tx, id, created);
  if (conflicts.length > 0) throw conflictProblem(conflicts);
  tx.raise('schedule.created', site.id, { scheduleId: id, sessionsCreated: created.length });
  return Schedule.rows.find(tx, id) ?? row;
};
