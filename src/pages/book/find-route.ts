import type { Route } from './visit.ts';

interface FoundRoute {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

const paramsOf = (pattern: string, segments: readonly string[]): Map<string, string> | undefined => {
  const parts = pattern.split('/');
  if (parts.length !== segments.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return params;
};

/** The first route of the list whose path an address has. */
export const findRoute = (routes: readonly Route[], pathname: string): FoundRoute | undefined => {
  const segments = pathname.split('/');
  for (const route of routes) {
    const params = paramsOf(route.path, segments);
    if (params !== undefined) return { route, params };
  }
  return undefined;
};
