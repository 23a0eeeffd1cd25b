import type { Read } from '../database/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { invalidParam } from '../kernel/problem.ts';
import { listText, RecordText } from '../kernel/record-text.ts';

/** A related object that `expand[]` can include. */
export interface Expansion {
  /** The field with the id of the object, `clientId`, or with a list of ids, `tagIds`. */
  readonly from: string;
  /**
   * The ids of operations that read such an object: the caller needs access to one of them. `members` for objects that
   * every member may read.
   */
  readonly readBy: readonly string[] | 'members';
  /** Loads the objects with these ids in one query, without those of sites that the caller cannot access. */
  load(read: Read, ids: readonly string[], caller: Caller): Map<string, object>;
  /** The expansions of the loaded objects. */
  readonly within?: Expansions;
}

/** Expansions by the field they add: `client`, `session`. */
export type Expansions = Readonly<Record<string, Expansion>>;

/** Finds the objects that belong to a staff member who may read only their own. */
export type OwnAmong = (read: Read, ids: readonly string[]) => ReadonlySet<string>;

/**
 * Checks that a caller may read the objects of an expansion. Returns undefined for access to all of them.
 * @throws Problem 403 `permission_denied` with the missing scope or permission.
 */
export type RequireReading = (caller: Caller, expansion: Expansion) => OwnAmong | undefined;

/** The caller of a request with expansions, and the access check. */
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
  const known = Object.keys(expansions);
  const message =
    known.length === 0
      ? `'${path}' cannot be expanded.`
      : `'${path}' cannot be expanded. You can expand: ${known.join(', ')}.${didYouMean(path, known)}`;
  return invalidParam('expand[]', message);
};

const addPath = (tree: Tree, path: string, expansions: Expansions, { caller, requireReading }: Reader): void => {
  const steps = path.replace(/^data\./, '').split('.');
  if (steps.length > MAX_LEVELS) throw invalidParam('expand[]', `'${path}' has more than ${MAX_LEVELS} levels.`);
  let branches = tree;
  let known = expansions;
  for (const step of steps) {
    const expansion = Object.hasOwn(known, step) ? known[step] : undefined;
    if (expansion === undefined) throw cannotExpand(path, known);
    const branch = branches.get(step) ?? { expansion, inner: new Map(), ownAmong: requireReading(caller, expansion) };
    branches.set(step, branch);
    branches = branch.inner;
    known = expansion.within ?? {};
  }
};

/** The ids in a field with a list of them. */
const idsIn = (list: readonly unknown[]): string[] => list.filter((id) => typeof id === 'string');

/** The ids in a field of some records: each has one, a list of them, or none. */
const idsOf = (records: readonly RecordText[], from: string): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const record of records) {
    const value = record.field(from);
    if (typeof value === 'string') ids.add(value);
    else if (Array.isArray(value)) for (const id of idsIn(value)) ids.add(id);
  }
  return ids;
};

const written = (record: object): RecordText => (record instanceof RecordText ? record : new RecordText(record));

const fill = (read: Read, records: readonly RecordText[], tree: Tree, caller: Caller): void => {
  for (const [name, { expansion, inner, ownAmong }] of tree) {
    const { from } = expansion;
    const named = idsOf(records, from);
    const ids = ownAmong === undefined ? named : ownAmong(read, [...named]);
    const related = ids.size === 0 ? new Map<string, object>() : expansion.load(read, [...ids], caller);
    const texts = textsOf(read, related, inner, caller);
    for (const record of records) {
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
  read: Read,
  related: ReadonlyMap<string, object>,
  inner: Tree,
  caller: Caller,
): ReadonlyMap<string, string> => {
  const records = new Map<string, RecordText | RecordText[]>();
  for (const [id, object] of related) records.set(id, Array.isArray(object) ? object.map(written) : written(object));
  if (inner.size > 0) fill(read, [...records.values()].flat(), inner, caller);
  const texts = new Map<string, string>();
  for (const [id, record] of records) texts.set(id, Array.isArray(record) ? listText(record) : record.text);
  return texts;
};

/**
 * The records with the related objects of `paths`, with one query for each path. Objects that the caller cannot access
 * are null, or left out of lists.
 * @throws Problem 400 for a path that cannot be expanded or has too many levels; 403 for objects that the caller may not
 *   read at all.
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
  const expanded = records.map(written);
  fill(read, expanded, tree, reader.caller);
  return expanded;
};

/** The `load` of an expansion, made from a query, the site rule of the record and a view. */
export const loadWith =
  <Row extends { id: string }>(
    findAll: (read: Read, ids: readonly string[]) => Row[],
    canAccess: (caller: Caller, row: Row) => boolean,
    view: (row: Row) => object,
  ) =>
  (read: Read, ids: readonly string[], caller: Caller): Map<string, object> => {
    const rows = findAll(read, ids).filter((row) => canAccess(caller, row));
    return new Map(rows.map((row) => [row.id, view(row)]));
  };
