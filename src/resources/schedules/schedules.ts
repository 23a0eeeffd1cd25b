import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { ScheduleRow } from '../../database/tables/schedules.ts';
import { type Caller, reachesSite, requireSite } from '../../kernel/caller.ts';
import { conflict, invalid, invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import { namedSite } from '../sites/named-sites.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { Staff } from '../staff/record.ts';
import { conflictProblem, instructorConflicts } from './changes/conflicts.ts';
import { checkSchedule } from './checks.ts';
import { generateSessions, horizonOf } from './generation/generate.ts';
import { scheduleRows } from './queries.ts';
import type { CreateScheduleBody, UpdateScheduleBody } from './shapes.ts';

/** @throws Problem 404 when there is no such schedule or the caller may not see it. */
export const findSchedule = (read: Read, caller: Caller, id: string): ScheduleRow => {
  const row = scheduleRows.find(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('schedule', id);
  return row;
};

/**
 * The site that a list is narrowed to, by `siteId` or `location_id`; undefined when by none.
 * @throws Problem 400 when there is no such site, or both are given and differ; 403 when it is not the caller's.
 */
export const filteredSite = (
  read: Read,
  caller: Caller,
  query: { readonly siteId?: string; readonly location_id?: string },
): string | undefined => {
  const { siteId, location_id: locationId } = query;
  const id = siteId ?? locationId;
  if (id === undefined) return undefined;
  const param = siteId === undefined ? 'location_id' : 'siteId';
  if (locationId !== undefined && locationId !== id) {
    throw invalidParam('location_id', "'siteId' and 'location_id' mean the same. Send one of them.");
  }
  if (Site.rows.find(read, id) === undefined) throw missingResource(param, 'site', id);
  requireSite(caller, id);
  return id;
};

/** The instructor that a list is narrowed to. @throws Problem 400 when there is no such person. */
export const filteredInstructor = (read: Read, id: string | undefined): string | undefined => {
  if (id !== undefined && Staff.rows.find(read, id) === undefined)
    throw missingResource('instructor_id', 'instructor', id);
  return id;
};

type Fields = Omit<CreateScheduleBody, 'overrideConflicts' | 'siteId' | 'locationId'>;

/** The columns that a body sets; `current` is the row it changes, absent for a new one. */
export const columnsOf = (fields: Partial<Fields>, current?: ScheduleRow): Partial<ScheduleRow> => {
  const { tags, dropInPrice, isVirtual, isPrivate, waitlistEnabled, metadata, recurrenceRule: _, ...others } = fields;
  const { additionalInstructorIds, bookingPolicyOverrides, exceptions, ...plain } = others;
  const flag = (value: boolean | null): number | null => (value === null ? null : Number(value));
  return {
    ...plain,
    ...(tags === undefined ? {} : { tags: pack(tags) }),
    ...(dropInPrice === undefined ? {} : { dropInPrice: pack(dropInPrice) }),
    ...(isVirtual === undefined ? {} : { isVirtual: Number(isVirtual) }),
    ...(isPrivate === undefined ? {} : { isPrivate: Number(isPrivate) }),
    ...(waitlistEnabled === undefined ? {} : { waitlistEnabled: flag(waitlistEnabled) }),
    ...(additionalInstructorIds === undefined ? {} : { additionalInstructorIds: pack(additionalInstructorIds) }),
    ...(bookingPolicyOverrides === undefined ? {} : { bookingPolicyOverrides: pack(bookingPolicyOverrides) }),
    ...(exceptions === undefined ? {} : { exceptions: pack(exceptions) }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(current?.metadata ?? null, metadata) }),
  };
};

/** @throws Problem 409 `site_inactive`. */
export const requireActive = (site: SiteRow): void => {
  if (site.status === 'active') return;
  throw conflict('site_inactive', `The site '${site.name}' is not active. Activate it, or name another site.`);
};

/** `row` with its rule. @throws Problem 400 with everything that is wrong with the body. */
export const withRule = (
  read: Read,
  row: ScheduleRow,
  body: UpdateScheduleBody,
  current?: ScheduleRow,
): ScheduleRow => {
  const rule = checkSchedule(read, row, body, current);
  if (Array.isArray(rule)) throw invalid(rule);
  return { ...row, recurrenceRule: rule === null ? null : pack(rule) };
};

/**
 * Opens a schedule and makes its sessions up to the horizon.
 * @throws Problem 400; 409 `site_inactive`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const createSchedule = (tx: Tx, caller: Caller, body: CreateScheduleBody, id: string = tx.id()): ScheduleRow => {
  const { overrideConflicts, siteId: _, locationId: __, ...fields } = body;
  const site = namedSite(tx, caller, body);
  if (site === undefined)
    throw invalidParam('siteId', "'siteId' is missing. Send the id of a site.", 'parameter_missing');
  const blank: ScheduleRow = {
    id,
    name: body.name,
    description: null,
    category: null,
    level: null,
    tags: null,
    imageUrl: null,
    type: 'class',
    creditCost: 1,
    dropInPrice: null,
    isVirtual: 0,
    virtualUrl: null,
    roomName: null,
    isPrivate: 0,
    siteId: site.id,
    instructorId: null,
    additionalInstructorIds: null,
    capacity: null,
    waitlistEnabled: null,
    waitlistCapacity: null,
    startDate: body.startDate,
    endDate: null,
    startTime: body.startTime,
    durationMinutes: body.durationMinutes,
    timezone: site.timezone,
    recurrenceRule: null,
    status: 'active',
    horizonDays: null,
    bookingPolicyOverrides: null,
    exceptions: null,
    generatedUntil: null,
    siteBefore: null,
    metadata: null,
    externalId: null,
    archivedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const row = withRule(tx, { ...blank, ...columnsOf(fields) }, body);
  requireActive(site);
  scheduleRows.insert(tx, row);
  const { created } = generateSessions(tx, row, horizonOf(tx, row));
  const conflicts = overrideConflicts === true ? [] : instructorConflicts(tx, id, created);
  if (conflicts.length > 0) throw conflictProblem(conflicts);
  tx.raise('schedule.created', site.id, { scheduleId: id, sessionsCreated: created.length });
  return scheduleRows.find(tx, id) ?? row;
};
