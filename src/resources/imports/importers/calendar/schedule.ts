import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import { pack } from '../../../../database/json.ts';
import { validatorFor } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalid } from '../../../../kernel/problem.ts';
import { date, nullable, oneOf, optional, part, type Static } from '../../../../kernel/schemas.ts';
import { scheduleState, siteBefore } from '../../../exports/shapes.ts';
import { requiredSite } from '../../../named-sites.ts';
import { scheduleInstructors } from '../../../schedules/checks.ts';
import { createSchedule, withRule } from '../../../schedules/create.ts';
import { schedulePage } from '../../../schedules/queries.ts';
import { SCHEDULE_STATUSES, Schedule, type ScheduleRow } from '../../../schedules/record.ts';
import { scheduleView } from '../../../schedules/view.ts';
import { archivedField, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf, requireIdentity } from '../identity.ts';
import { unknownPeople } from '../references.ts';

const ImportSchedule = part(() => ({
  ...Type.Partial(Schedule.create).properties,
  ...identityFields,
  ...archivedField,
  status: optional(oneOf(...SCHEDULE_STATUSES)),
  generatedUntil: optional(nullable(date())),
  // Without the site where it is null in a CSV file.
  state: optional(part({ ...scheduleState.properties, siteBefore: optional(nullable(siteBefore)) })),
}));

type Row = Static<typeof ImportSchedule>;

const creation = validatorFor(Schedule.create);

/** The body that `createSchedule` would get. */
const bodyOf = ({ id, createdAt, updatedAt, archivedAt, generatedUntil, status, state, ...body }: Row) =>
  status === 'active' || status === 'paused' ? { ...body, status } : body;

/** Whether a schedule gets no more sessions. */
const isOver = ({ status }: Row): boolean => status === 'ended' || status === 'archived';

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const body = bodyOf(row);
  if (!creation.isValid(body)) throw invalid(creation.errors(body));
  const id = idOf(tx, row.id);
  const at = atCreation(tx, row.createdAt);
  // Of a studio that moves, the sessions up to this date are in their own file.
  const isMoved = row.generatedUntil !== undefined || row.state !== undefined;
  if (!isMoved && !isOver(row)) return createSchedule(at, caller, { ...body, overrideConflicts: true }, id).id;
  const site = requiredSite(tx, caller, body);
  const made = Schedule.make(at, body, { id, siteId: site.id, timezone: site.timezone });
  const unknown = unknownPeople(tx, caller, scheduleInstructors(body));
  if (unknown.length > 0) throw invalid(unknown);
  // Its own instructors may have left since.
  const complete = withRule(tx, caller, made, body, made);
  Schedule.rows.insert(tx, {
    ...complete,
    status: row.status ?? complete.status,
    generatedUntil: row.generatedUntil ?? null,
    siteBefore: pack(row.state?.siteBefore ?? null),
    archivedAt: utc(row.archivedAt) ?? null,
    updatedAt: utc(row.updatedAt) ?? at.now,
  });
  return id;
};

const update = (tx: Tx, caller: Caller, record: ScheduleRow, row: Row): boolean => {
  const { id: _id, createdAt: _made, updatedAt: _changed, generatedUntil: _until, ...others } = row;
  const { archivedAt: _at, state: _state, ...fields } = others;
  return applyChanges(fields, {
    record,
    shown: scheduleView(tx, Schedule.find(tx, caller, record.id)),
    changeable: [],
    update: () => record,
  });
};

/** Schedules are identified by id or external id. A known one changes by PATCH only, which changes its sessions too. */
export const importSchedules = importFamily(ImportSchedule, {
  name: 'schedules',
  rights: {
    create: ['createSchedule'],
    also: ({ status }) => (status === 'archived' ? ['deleteSchedule'] : []),
    update: ['updateSchedule'],
  },
  find: finderOf(Schedule.rows.find, schedulePage),
  create,
  update,
});
