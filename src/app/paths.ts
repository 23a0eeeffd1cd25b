import type { Operation } from '../http/operations/operation.ts';
import type { OpenPaths, ReadableFrom } from '../kernel/open-paths.ts';
import { isOpenToMembers, type PathAudience } from '../kernel/path-audience.ts';
import { pathAudiences } from './path-audiences.ts';

const exactPaths = ({ path, params }: Operation): string[] =>
  params.length > 0 ? [] : [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`];

/** The path of an operation up to its first parameter. */
const prefixOf = ({ path, params }: Operation): string[] =>
  params.length === 0 ? [] : [path.slice(0, path.indexOf(':'))];

const openPathsOf = (operation: Operation): OpenPaths => ({
  paths: exactPaths(operation),
  prefixes: prefixOf(operation),
  isLimited: operation.limitedBy === 'address',
  ...(operation.readableFrom === undefined ? {} : { readableFrom: operation.readableFrom }),
});

/** Each request is compared with all of them, which one expression does in a tenth of the time of a loop. */
export const matcherOf = (open: readonly OpenPaths[]) => {
  const exact = open.flatMap(({ paths = [] }) => paths).map((path) => `${RegExp.escape(path)}$`);
  const beginnings = open.flatMap(({ prefixes = [] }) => prefixes).map(RegExp.escape);
  const all = new RegExp(`^(?:${[...exact, ...beginnings].join('|') || '(?!)'})`);
  return (path: string): boolean => all.test(path);
};

/** The first two segments of a path with what follows: `/public-api/v2/`. Where nothing is below them, an error can be read too. */
const rootOf = (path: string): string => path.slice(0, path.indexOf('/', path.indexOf('/', 1) + 1) + 1);

/** Which pages of other origins may read what is at a path; undefined for none. */
const readers = (open: readonly OpenPaths[]) => {
  const those = (from: ReadableFrom) => open.filter(({ readableFrom }) => readableFrom === from);
  const shared = open.flatMap(({ readableEverywhere = [] }) => readableEverywhere);
  const isPrefix = (path: string) => path.endsWith('/');
  const named = { paths: shared.filter((path) => !isPrefix(path)), prefixes: shared.filter(isPrefix) };
  const isEverywhere = matcherOf([...those('everywhere'), named]);
  const roots = those('websites').flatMap(({ paths = [], prefixes = [] }) => [...paths, ...prefixes].map(rootOf));
  const isOfWebsites = matcherOf([{ prefixes: [...new Set(roots)].filter((root) => root !== '') }]);
  const isOfApps = matcherOf(those('apps'));
  return (path: string, audience: PathAudience): ReadableFrom | undefined => {
    if (isEverywhere(path)) return 'everywhere';
    if (isOpenToMembers(audience)) return 'apps';
    if (isOfWebsites(path)) return 'websites';
    return isOfApps(path) ? 'apps' : undefined;
  };
};

/**
 * What operations and pages say of their paths: which need no credential, those of pages and of public operations, with and
 * without a final slash, and for whom the others are.
 */
export const createPaths = (operations: readonly Operation[], pages: readonly OpenPaths[]) => {
  const declared = operations.filter(({ audience }) => audience === 'public').map(openPathsOf);
  const open = [...pages, ...declared];
  return {
    isPublic: matcherOf(open),
    /** Whether requests of a public path count in the bucket of the client address. */
    isPage: matcherOf(open.filter(({ isLimited = false }) => isLimited)),
    audienceOf: pathAudiences(operations),
    readableFrom: readers(open),
  };
};

/** Whether a request is of an operation that is limited as heartbeats are. */
export const heartbeatsOf = (operations: readonly Operation[]) => {
  const limited = operations
    .filter(({ limitedBy }) => limitedBy === 'heartbeat')
    .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));
  return (method: string, path: string): boolean =>
    limited.some((operation) => operation.method === method && operation.path.test(path));
};

export type Paths = ReturnType<typeof createPaths>;
