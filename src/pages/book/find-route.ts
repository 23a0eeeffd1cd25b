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

/** The address of a page that has another case, or a slash at its end; undefined for the address of a page, and where there is none. */
export const pageAddress = (routes: readonly Route[], pathname: string): string | undefined => {
  const segments = pathname.replace(/\/+$/, '').split('/');
  for (const { path, get } of routes) {
    const parts = path.split('/');
    const isPage = parts.length === segments.length && get !== undefined;
    if (!isPage || !parts.every((part, index) => part.startsWith(':') || part === segments[index]?.toLowerCase()))
      continue;
    const address = parts.map((part, index) => (part.startsWith(':') ? segments[index] : part)).join('/');
    return address === pathname ? undefined : address;
  }
  return undefined;
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
