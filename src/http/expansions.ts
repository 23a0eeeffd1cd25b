import type { Read } from '../database/database.ts';
import { didYouMean } from '../kernel/nearest.ts';
import { invalidParam } from '../kernel/problem.ts';

/** How one related object is included: which field points to it, how many are loaded at once, what is inside it. */
export interface Expansion {
  /** The field that holds the id: `clientId`. */
  readonly from: string;
  /** Loads the wire records of `ids` in one query. */
  load(read: Read, ids: readonly string[]): Map<string, object>;
  /** What can be expanded inside the loaded records. */
  readonly within?: Expansions;
}

/** The expansions of a family by the field they add: `client`, `session`. */
export type Expansions = Readonly<Record<string, Expansion>>;

/** The expansions of a family for a caller who reaches `siteIds`, null for all sites. */
export type ExpansionsFor = (siteIds: readonly string[] | null) => Expansions;

const MAX_LEVELS = 3;

/** Paths as a tree: `session.instructor` and `session` become `{ session: { instructor: {} } }`. */
interface Branches {
  [name: string]: Branches;
}

const refuse = (path: string, expansions: Expansions) => {
  const known = Object.keys(expansions);
  const message =
    known.length === 0
      ? `'${path}' cannot be expanded.`
      : `'${path}' cannot be expanded. Known here: ${known.join(', ')}.${didYouMean(path, known)}`;
  return invalidParam('expand[]', message);
};

const grow = (tree: Branches, path: string, expansions: Expansions): void => {
  const steps = path.replace(/^data\./, '').split('.');
  if (steps.length > MAX_LEVELS) throw invalidParam('expand[]', `'${path}' is deeper than ${MAX_LEVELS} levels.`);
  let branch = tree;
  let known = expansions;
  for (const step of steps) {
    const expansion = Object.hasOwn(known, step) ? known[step] : undefined;
    if (expansion === undefined) throw refuse(path, known);
    branch = branch[step] ??= {};
    known = expansion.within ?? {};
  }
};

const fill = (read: Read, records: readonly object[], tree: Branches, expansions: Expansions): void => {
  for (const [name, inner] of Object.entries(tree)) {
    const { from, load, within } = expansions[name] as Expansion;
    const targets = records as readonly Record<string, unknown>[];
    const ids = new Set<string>();
    for (const target of targets) if (typeof target[from] === 'string') ids.add(target[from]);
    const related = ids.size === 0 ? new Map<string, object>() : load(read, [...ids]);
    if (within !== undefined) fill(read, [...related.values()].flat(), inner, within);
    for (const target of targets) target[name] = related.get(String(target[from])) ?? null;
  }
};

/**
 * Adds the objects named by `paths` to `records`: one query for each path, however many records there are.
 * @throws Problem 400 for a path that cannot be expanded or is too deep.
 */
export const expand = <Wire extends object>(
  read: Read,
  records: Wire[],
  paths: readonly string[] | undefined,
  expansions: Expansions,
): Wire[] => {
  if (paths === undefined || paths.length === 0) return records;
  const tree: Branches = {};
  for (const path of paths) grow(tree, path, expansions);
  fill(read, records, tree, expansions);
  return records;
};

/** `load` of an expansion from rows and a view. */
export const loadWith =
  <Row extends { id: string }>(
    findAll: (read: Read, ids: readonly string[]) => Row[],
    view: (row: Row, read: Read) => object,
  ) =>
  (read: Read, ids: readonly string[]): Map<string, object> =>
    new Map(findAll(read, ids).map((row) => [row.id, view(row, read)]));
