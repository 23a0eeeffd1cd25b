import type { Operation } from '../http/operations/operation.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';

const exactPaths = ({ path, params }: Operation): string[] =>
  params.length > 0 ? [] : [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`];

/** The path of an operation up to its first parameter. */
const prefixOf = ({ path, params }: Operation): string[] =>
  params.length === 0 ? [] : [path.slice(0, path.indexOf(':'))];

const openPathsOf = (operation: Operation): OpenPaths => ({
  paths: exactPaths(operation),
  prefixes: prefixOf(operation),
  isLimited: operation.limitedBy === 'address',
});

const matcherOf = (open: readonly OpenPaths[]) => {
  const exact = new Set(open.flatMap(({ paths = [] }) => paths));
  const all = open.flatMap(({ prefixes = [] }) => prefixes);
  return (path: string): boolean => exact.has(path) || all.some((prefix) => path.startsWith(prefix));
};

/** Which paths need no credential: those of pages, and of public operations, with and without a final slash. */
export const createPublicPaths = (operations: readonly Operation[], pages: readonly OpenPaths[]) => {
  const declared = operations.filter(({ audience }) => audience === 'public').map(openPathsOf);
  const open = [...pages, ...declared];
  return {
    isPublic: matcherOf(open),
    /** Whether requests of a public path count in the bucket of the client address. */
    isPage: matcherOf(open.filter(({ isLimited = false }) => isLimited)),
  };
};

export type PublicPaths = ReturnType<typeof createPublicPaths>;
