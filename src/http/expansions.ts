import type { Read } from '../database/database.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { invalidParam } from '../kernel/problem.ts';

/** A related object that `expand[]` can include. */
export interface Expansion {
  /** The field with the id of the object: `clientId`. */
  readonly from: string;
  /** Loads the objects with these ids in one query. */
  load(read: Read, ids: readonly string[]): Map<string, object>;
  /** The expansions of the loaded objects. */
  readonly within?: Expansions;
}

/** Expansions by the field they add: `client`, `session`. */
export type Expansions = Readonly<Record<string, Expansion>>;

/** The expansions for a caller who is restricted to `siteIds`; null for all sites. */
export type ExpansionsFor = (siteIds: readonly string[] | null) => Expansions;

const MAX_LEVELS = 3;

/** The requested expansions as a tree: `session` and `session.instructor` are one branch with one branch inside. */
type Tree = Map<string, { readonly expansion: Expansion; readonly inner: Tree }>;

const cannotExpand = (path: string, expansions: Expansions) => {
  const known = Object.keys(expansions);
  const message =
    known.length === 0
      ? `'${path}' cannot be expanded.`
      : `'${path}' cannot be expanded. You can expand: ${known.join(', ')}.${didYouMean(path, known)}`;
  return invalidParam('expand[]', message);
};

const addPath = (tree: Tree, path: string, expansions: Expansions): void => {
  const steps = path.replace(/^data\./, '').split('.');
  if (steps.length > MAX_LEVELS) throw invalidParam('expand[]', `'${path}' has more than ${MAX_LEVELS} levels.`);
  let branches = tree;
  let known = expansions;
  for (const step of steps) {
    const expansion = Object.hasOwn(known, step) ? known[step] : undefined;
    if (expansion === undefined) throw cannotExpand(path, known);
    const branch = branches.get(step) ?? { expansion, inner: new Map() };
    branches.set(step, branch);
    branches = branch.inner;
    known = expansion.within ?? {};
  }
};

const fill = (read: Read, records: readonly object[], tree: Tree): void => {
  for (const [name, { expansion, inner }] of tree) {
    const { from } = expansion;
    const targets = records as readonly Record<string, unknown>[];
    const ids = new Set<string>();
    for (const target of targets) if (typeof target[from] === 'string') ids.add(target[from]);
    const related = ids.size === 0 ? new Map<string, object>() : expansion.load(read, [...ids]);
    if (inner.size > 0) fill(read, [...related.values()].flat(), inner);
    for (const target of targets) target[name] = related.get(String(target[from])) ?? null;
  }
};

/**
 * Adds the related objects of `paths` to `records`, with one query for each path.
 * @throws Problem 400 for a path that cannot be expanded or has too many levels.
 */
export const expand = <Wire extends object>(
  read: Read,
  records: Wire[],
  paths: readonly string[] | undefined,
  expansions: Expansions,
): Wire[] => {
  if (paths === undefined || paths.length === 0) return records;
  const tree: Tree = new Map();
  for (const path of paths) addPath(tree, path, expansions);
  fill(read, records, tree);
  return records;
};

/** The `load` of an expansion, made from a query and a view. */
export const loadWith =
  <Row extends { id: string }>(
    findAll: (read: Read, ids: readonly string[]) => Row[],
    view: (row: Row, read: Read) => object,
  ) =>
  (read: Read, ids: readonly string[]): Map<string, object> =>
    new Map(findAll(read, ids).map((row) => [row.id, view(row, read)]));
