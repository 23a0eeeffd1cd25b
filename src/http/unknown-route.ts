import { didYouMean } from '../kernel/did-you-mean.ts';
import { isUuid } from '../kernel/ids.ts';
import { methodNotAllowed, Problem } from '../kernel/problem.ts';

/** A route as Elysia names it: `:id` stands for one segment of the path, `*` at the end for the rest. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

const withoutFinalSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

const matches = (template: string, path: string): boolean => {
  const wanted = withoutFinalSlash(template).split('/');
  const segments = withoutFinalSlash(path).split('/');
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((segment, index) => segment === segments[index]);
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  );
};

/** The methods that a path supports. A route of GET also answers HEAD. */
const methodsOf = (routes: Iterable<Route>, path: string): string[] => {
  const methods = new Set<string>();
  for (const { method, path: template } of routes) {
    if (!matches(template, path)) continue;
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return [...methods].sort();
};

/** A path as the document writes it, with `{id}` for each segment that is an id. */
const documented = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : isUuid(segment) ? '{id}' : segment))
    .join('/');

/**
 * The error for a request that no route takes: 405 with the methods of the path, or 404 with the path that was probably meant.
 * @param routes the routes of the paths that begin alike
 * @param operations all operations: a misspelt path may mean one of them
 */
export const unknownRoute = (
  routes: Iterable<Route>,
  operations: readonly Route[],
  method: string,
  path: string,
): Problem => {
  const methods = methodsOf(routes, path);
  if (methods.length > 0) return methodNotAllowed(method, methods.join(', '));
  const paths = new Set(operations.map((operation) => documented(operation.path)));
  const hint = didYouMean(documented(path), paths) || ' See /docs for all paths.';
  return new Problem(404, 'route_not_found', `Nothing is served at this path.${hint}`);
};
