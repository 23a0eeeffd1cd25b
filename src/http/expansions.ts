import type { Read } from '../database/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { invalidParam } from '../kernel/problem.ts';
import { RecordText } from '../kernel/record-text.ts';
import { ExpansionBound } from './expansion-bound.ts';

/** A related object that `expand[]` can include. */
export interface Expansion {
  /** The field with the id of the object, `clientId`, or with a list of ids, `tagIds`. */
  readonly from: string;
  /** Ids of operations that read the object: the caller needs access to one. `members`: every member may read it. */
  readonly readBy: readonly string[] | 'members';
  /**
   * Loads the objects with these ids in one query, without objects of sites that the caller cannot access. One that loads
   * lists reads their rows with `bound.take`.
   */
  load(read: Read, ids: readonly string[], caller: Caller, bound: ExpansionBound): Map<string, object>;
  readonly within?: Expansions;
}

/** Expansions by the field they add: `client`, `session`. */
export type Expansions = Readonly<Record<string, Expansion>>;

/** Finds the objects that belong to a staff member who may read only their own. */
export type OwnAmong = (read: Read, ids: readonly string[]) => ReadonlySet<string>;

/** Returns undefined for access to all objects of an expansion. @throws Problem 403 `permission_denied`. */
export type RequireReading = (caller: Caller, expansion: Pick<Expansion, 'readBy'>) => OwnAmong | undefined;

export interface Reader {
  readonly caller: Caller;
  readonly requireReading: RequireReading;
}

const MAX_LEVELS = 3;

interface Branch {
  readonly expansion: Expansion;
  readonly inner: Tree;
  /** Defined when the caller may read only their own objects. */
  readonly ownAmong: OwnAmong | undefined;
}

/** The requested expansions as a tree: `session` and `session.instructor` are one branch with one branch inside. */
type Tree = Map<string, Branch>;

const cannotExpand = (path: string, expansions: Expansions) => {
  const allowed = Object.keys(expansions);
  const message =
    allowed.length === 0
      ? `'${path}' cannot be expanded.`
      : `'${path}' cannot be expanded. You can expand: ${allowed.join(', ')}.${didYouMean(path, allowed)}`;
  return invalidParam('expand[]', message, { reason: 'not_accepted' });
};

const addPath = (tree: Tree, path: string, expansions: Expansions, { caller, requireReading }: Reader): void => {
  const steps = path.replace(/^data\./, '').split('.');
  if (steps.length > MAX_LEVELS)
    throw invalidParam('expand[]', `'${path}' has more than ${MAX_LEVELS} levels.`, { reason: 'not_accepted' });
  let branches = tree;
  let allowed = expansions;
  for (const step of steps) {
    const expansion = Object.hasOwn(allowed, step) ? allowed[step] : undefined;
    if (expansion === undefined) throw cannotExpand(path, allowed);
    const branch = branches.get(step) ?? { expansion, inner: new Map(), ownAmong: requireReading(caller, expansion) };
    branches.set(step, branch);
    branches = branch.inner;
    allowed = expansion.within ?? {};
  }
};

const idsIn = (list: readonly unknown[]): string[] => list.filter((id) => typeof id === 'string');

/** A record of the response, and how often it is written there. */
interface Written {
  readonly record: RecordText;
  readonly times: number;
}

const written = (record: object, times: number): Written => ({
  record: record instanceof RecordText ? record : new RecordText(record),
  times,
});

/** The ids in a field of some records, which have one id, a list of ids, or no id; with how often each is named. */
const timesOf = (records: readonly Written[], from: string): ReadonlyMap<string, number> => {
  const named = new Map<string, number>();
  const add = (id: string, times: number) => named.set(id, (named.get(id) ?? 0) + times);
  for (const { record, times } of records) {
    const value = record.field(from);
    if (typeof value === 'string') add(value, times);
    else if (Array.isArray(value)) for (const id of idsIn(value)) add(id, times);
  }
  return named;
};

interface Expanding {
  readonly read: Read;
  readonly caller: Caller;
  readonly bound: ExpansionBound;
}

const fill = (expanding: Expanding, records: readonly Written[], tree: Tree): void => {
  const { read, caller, bound } = expanding;
  for (const [name, { expansion, inner, ownAmong }] of tree) {
    const { from } = expansion;
    const named = timesOf(records, from);
    const ids = ownAmong === undefined ? [...named.keys()] : [...ownAmong(read, [...named.keys()])];
    bound.requireLoadable(ids.length);
    const related = ids.length === 0 ? new Map<string, object>() : expansion.load(read, ids, caller, bound);
    const texts = textsOf(expanding, related, named, inner);
    for (const { record } of records) {
      const value = record.field(from);
      record.add(
        name,
        Array.isArray(value)
          ? `[${idsIn(value).flatMap((id) => texts.get(id) ?? [])}]`
          : (texts.get(String(value)) ?? 'null'),
      );
    }
  }
};

/** The JSON text of each related object, or of each list of them, with its own expansions. */
const textsOf = (
  expanding: Expanding,
  related: ReadonlyMap<string, object>,
  named: ReadonlyMap<string, number>,
  inner: Tree,
): ReadonlyMap<string, string> => {
  const { bound } = expanding;
  const records = new Map<string, Written | Written[]>();
  for (const [id, object] of related) {
    const times = named.get(id) ?? 0;
    bound.addRecords(times * (Array.isArray(object) ? object.length : 1));
    records.set(id, Array.isArray(object) ? object.map((each) => written(each, times)) : written(object, times));
  }
  if (inner.size > 0) fill(expanding, [...records.values()].flat(), inner);
  const textOf = ({ record, times }: Written): string => {
    const { text } = record;
    // Its expansions are counted already.
    bound.addCharacters(times * (text.length - record.addedLength));
    return text;
  };
  const texts = new Map<string, string>();
  for (const [id, record] of records) {
    texts.set(id, Array.isArray(record) ? `[${record.map(textOf).join(',')}]` : textOf(record));
  }
  return texts;
};

/**
 * The records with the related objects of `paths`, with one query for each path. Objects that the caller cannot access
 * are null, or left out of lists.
 * @throws Problem 400 for a path that cannot be expanded or has too many levels, and for too many related records; 403 for
 *   objects that the caller may not read at all.
 */
export const expand = (
  read: Read,
  records: readonly object[],
  paths: readonly string[] | undefined,
  expansions: Expansions,
  reader: Reader,
): readonly object[] => {
  if (paths === undefined || paths.length === 0) return records;
  const tree: Tree = new Map();
  for (const path of paths) addPath(tree, path, expansions, reader);
  const expanded = records.map((record) => written(record, 1));
  fill({ read, caller: reader.caller, bound: new ExpansionBound() }, expanded, tree);
  return expanded.map(({ record }) => record);
};

/** The `load` of an expansion, made from a query, the site rule of the record and the views of rows. */
export const loadWith =
  <Row extends { id: string }>(
    findAll: (read: Read, ids: readonly string[]) => Row[],
    canAccess: (caller: Caller, row: Row) => boolean,
    views: (read: Read, rows: readonly Row[]) => (row: Row) => object,
  ) =>
  (read: Read, ids: readonly string[], caller: Caller): Map<string, object> => {
    const rows = findAll(read, ids).filter((row) => canAccess(caller, row));
    const view = views(read, rows);
    return new Map(rows.map((row) => [row.id, view(row)]));
  };
