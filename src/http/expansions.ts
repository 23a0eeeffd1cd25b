import type { Read } from '../database/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { invalidParam } from '../kernel/problem.ts';

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

/** The ids in a field: one, or a list of them. */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');

const fill = (read: Read, records: readonly object[], tree: Tree, caller: Caller): void => {
  for (const [name, { expansion, inner, ownAmong }] of tree) {
    const { from } = expansion;
    const targets = records as readonly Record<string, unknown>[];
    const named = new Set<string>();
    for (const target of targets) for (const id of idsIn(target[from])) named.add(id);
    const ids = ownAmong === undefined ? named : ownAmong(read, [...named]);
    const related = ids.size === 0 ? new Map<string, object>() : expansion.load(read, [...ids], caller);
    if (inner.size > 0) fill(read, [...related.values()].flat(), inner, caller);
    for (const target of targets) {
      const value = target[from];
      target[name] = Array.isArray(value)
        ? idsIn(value).flatMap((id) => related.get(id) ?? [])
        : (related.get(String(value)) ?? null);
    }
  }
};

/**
 * Adds the related objects of `paths` to `records`, with one query for each path. Objects that the caller cannot access
 * are null, or left out of lists.
 * @throws Problem 400 for a path that cannot be expanded or has too many levels; 403 for objects that the caller may not
 *   read at all.
 */
export const expand = <Wire extends object>(
  read: Read,
  records: Wire[],
  paths: readonly string[] | undefined,
  expansions: Expansions,
  reader: Reader,
): Wire[] => {
  if (paths === undefined || paths.length === 0) return records;
  const tree: Tree = new Map();
  for (const path of paths) addPath(tree, path, expansions, reader);
  fill(read, records, tree, reader.caller);
  return records;
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
