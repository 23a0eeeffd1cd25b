import type { Operation } from '../http/operations/operation.ts';
import type { PathAudience } from '../kernel/path-audience.ts';

/** The operations whose paths begin alike, up to the end of a segment. */
interface Branch {
  /** Of the operations with this path. */
  own: PathAudience | undefined;
  /** Of the operations below, where they have the same one. */
  below: PathAudience | 'several' | undefined;
  readonly children: Map<string, Branch>;
  /** Where a parameter follows. */
  parameter: Branch | undefined;
}

const newBranch = (): Branch => ({ own: undefined, below: undefined, children: new Map(), parameter: undefined });

const audienceOf = ({ audience, scope }: Operation): PathAudience => {
  if (audience === 'member') return scope === undefined ? 'members alone' : 'members';
  return audience === 'reader' ? 'readers' : 'others';
};

const childOf = (branch: Branch, segment: string): Branch => {
  const known = segment.startsWith(':') ? branch.parameter : branch.children.get(segment);
  if (known !== undefined) return known;
  const child = newBranch();
  if (segment.startsWith(':')) branch.parameter = child;
  else branch.children.set(segment, child);
  return child;
};

const add = (root: Branch, operation: Operation): void => {
  const audience = audienceOf(operation);
  let branch = root;
  for (const segment of operation.path.replace(/\/$/, '').slice(1).split('/')) {
    branch.below = (branch.below ?? audience) === audience ? audience : 'several';
    branch = childOf(branch, segment);
  }
  // Methods of one path with several audiences: all of their credentials count.
  branch.own = (branch.own ?? audience) === audience ? audience : 'readers';
};

/** The audience of the rest of a path, which begins at `start`; undefined where no operation is. */
const find = (branch: Branch, path: string, start: number): PathAudience | undefined => {
  if (start > path.length) return branch.own;
  if (branch.below !== 'several' && branch.below !== undefined) return branch.below;
  if (start === path.length) return branch.own;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  const child = branch.children.get(path.slice(start, end));
  const found = child && find(child, path, end + 1);
  return found ?? (branch.parameter && find(branch.parameter, path, end + 1));
};

/**
 * For whom the operations at a path without its query are, by what they declare. A path that is no operation's is as those below the
 * same segments are where these have one audience: a member who mistypes a path below `/v2/member/` is still asked as a member.
 */
export const pathAudiences = (operations: readonly Operation[]): ((path: string) => PathAudience) => {
  const root = newBranch();
  for (const operation of operations) add(root, operation);
  return (path) => find(root, path, 1) ?? 'others';
};
