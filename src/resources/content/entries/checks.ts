import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, type Detail, invalid, invalidDetail, missingDetail } from '../../../kernel/problem.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import { awardByMetric } from '../../awards/queries.ts';
import { Challenge } from '../../challenges/record.ts';
import { looseMedia, mediaOfEntries } from '../../content-media/queries.ts';
import { liveBoards } from '../../leaderboards/queries.ts';
import { hasEntries } from '../../metrics/queries.ts';
import { Plan } from '../../plans/record.ts';
import { Staff } from '../../staff/record.ts';
import { ContentCategory } from '../categories/record.ts';
import { ContentTag } from '../tags/record.ts';
import { childrenOf } from './links.ts';
import { wrongPublication } from './publishing/publication.ts';
import { BASE_UNITS, ContentEntry, type EntryRow, type MetricDefinition } from './record.ts';

/** Finds the records that the caller has access to among some records. */
type FindAll = (read: Read, caller: Caller, ids: readonly string[]) => readonly { readonly id: string }[];

/** The type of an entry whose `type` is not a key of a type, which `checkEntry` refuses. */
export const NO_TYPE = '';

const unknownType = ({ type, typeId }: EntryRow): Detail[] => {
  const message = `There is no content type with the key '${type}'. Send the key of an existing content type.`;
  return typeId === NO_TYPE ? [{ param: 'type', code: 'resource_missing', message }] : [];
};

interface Kind<Row> {
  readonly rows: { findAll(read: Read, ids: readonly string[]): Row[] };
  canAccess(caller: Caller, row: Row): boolean;
}

const reached =
  <Row extends { readonly id: string }>({ rows, canAccess }: Kind<Row>): FindAll =>
  (read, caller, ids) =>
    rows.findAll(read, ids).filter((row) => canAccess(caller, row));

/** Who teaches now. */
const instructors: FindAll = (read, caller, ids) =>
  Staff.rows.findAll(read, ids).filter((row) => row.isInstructor === 1 && Staff.canAccess(caller, row));

const REFERENCES = [
  ['categoryIds', 'content category', reached(ContentCategory)],
  ['tagIds', 'content tag', reached(ContentTag)],
  ['instructorIds', 'instructor', instructors],
  ['accessPlanIds', 'plan', reached(Plan)],
  ['accessChallengeIds', 'challenge', reached(Challenge)],
] as const satisfies readonly (readonly [keyof EntryRow, string, FindAll])[];

/** Ids that were not there before and name no record that the caller has access to. Earlier ones may stay. */
const unknownIds = (
  read: Read,
  caller: Caller,
  row: EntryRow,
  before: EntryRow | undefined,
  isMoved: boolean,
): Detail[] =>
  REFERENCES.flatMap(([list, kind, find]) => {
    const findAll = isMoved && list === 'instructorIds' ? reached(Staff) : find;
    if (before?.[list] === row[list]) return [];
    const allowed = new Set(unpackList<string>(before?.[list] ?? null));
    const ids = unpackList<string>(row[list]);
    const added = ids.filter((id) => !allowed.has(id));
    for (const { id } of findAll(read, caller, added)) allowed.add(id);
    return ids.flatMap((id, index) => (allowed.has(id) ? [] : [missingDetail(`${list}[${index}]`, kind, id)]));
  });

const HAS_BELOW = `with recursive "below" ("id") as (
    select "value" from json_each(?)
    union select "entryId" from "contentEntryChildren" join "below" on "programId" = "below"."id")
  select 1 from "below" where "id" = ?`;

const wrongChildren = (read: Read, caller: Caller, row: EntryRow, before?: EntryRow): Detail[] => {
  const children = childrenOf(row);
  if (children.length === 0) return [];
  if (row.type !== 'program') {
    return [invalidDetail('children', "Only a program has children. Send 'children' as [], or the type 'program'.")];
  }
  const ids = children.map(({ entryId }) => entryId);
  const old = new Set(before === undefined ? [] : childrenOf(before).map(({ entryId }) => entryId));
  const found = ContentEntry.rows
    .findAll(read, ids)
    .filter((each) => old.has(each.id) || ContentEntry.canAccess(caller, each));
  const existing = new Set(found.map(({ id }) => id));
  const details = ids.flatMap((id, index): Detail[] => {
    const param = `children[${index}].entryId`;
    if (!existing.has(id)) return [missingDetail(param, 'content entry', id)];
    return ids.indexOf(id) < index
      ? [invalidDetail(param, `The entry '${id}' is in the program twice. Send it once.`)]
      : [];
  });
  const isInside = read.db.query(HAS_BELOW).get(JSON.stringify(ids), row.id) !== null;
  return isInside
    ? [...details, invalidDetail('children', 'A program cannot be inside itself. Leave out what contains it.')]
    : details;
};

const wrongMetric = ({ type, metricDefinition }: EntryRow): Detail[] => {
  const metric = unpack<MetricDefinition>(metricDefinition);
  if ((type === 'metric') !== (metric !== null)) {
    return metric === null
      ? [
          {
            ...invalidDetail('metricDefinition', "A metric needs a definition. Send 'metricDefinition'."),
            code: 'parameter_missing',
          },
        ]
      : [
          invalidDetail(
            'metricDefinition',
            "Only an entry of the type 'metric' has a 'metricDefinition'. Leave it out.",
          ),
        ];
  }
  if (metric === null) return [];
  const unit = BASE_UNITS[metric.dimension];
  if (metric.baseUnit === unit) return [];
  return [
    invalidDetail(
      'metricDefinition.baseUnit',
      `The base unit of ${metric.dimension} is '${unit}'. Send it, or leave it out.`,
    ),
  ];
};

/** @throws Problem 409 `in_use` when what was recorded of a metric, or a leaderboard or an award by it, would mean something else. */
const requireSameMetric = (read: Read, row: EntryRow, before: EntryRow): void => {
  const [is, was] = [row, before].map(({ metricDefinition }) => unpack<MetricDefinition>(metricDefinition));
  if (!was || (is?.dimension === was.dimension && is.direction === was.direction)) return;
  const board = liveBoards(read).find(({ metricContentEntryId }) => metricContentEntryId === row.id);
  const award = awardByMetric(read, row.id);
  const user = hasEntries(read, row.id)
    ? 'Members have recorded values of'
    : ((board && `'${board.name}' ranks by`) ?? (award && `The award '${award.name}' is earned by`));
  if (user === undefined) return;
  const message = `${user} '${before.title}'. Its dimension and direction stay; create another metric.`;
  throw conflict('in_use', message);
};

const unknownMedia = (
  read: Read,
  caller: Caller,
  { id, primaryMediaId: chosen }: EntryRow,
  before?: EntryRow,
): Detail[] => {
  const isUnchanged = chosen === null || chosen === before?.primaryMediaId;
  if (isUnchanged || mediaOfEntries(read, [id]).some((media) => media.id === chosen)) return [];
  // A media without an entry belongs to the whole brand.
  if (caller.siteIds === null && looseMedia(read, chosen) !== undefined) return [];
  return [missingDetail('primaryMediaId', 'media of this entry', chosen)];
};

/**
 * @param isMoved whether the entry moves from another studio: its instructors may have stopped teaching since
 * @throws Problem 400 with all ids that name no record, and all fields that do not go together; 409 `in_use`.
 */
export const checkEntry = (read: Read, caller: Caller, row: EntryRow, before?: EntryRow, isMoved = false): void => {
  const details = [
    ...unknownType(row),
    ...wrongPublication(row),
    ...unknownIds(read, caller, row, before, isMoved),
    ...(before?.children === row.children && before.type === row.type ? [] : wrongChildren(read, caller, row, before)),
    ...wrongMetric(row),
    ...unknownMedia(read, caller, row, before),
  ];
  if (details.length > 0) throw invalid(details);
  if (before !== undefined) requireSameMetric(read, row, before);
};
