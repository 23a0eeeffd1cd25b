import type { OpenPaths } from '../kernel/open-paths.ts';
import { pathOf } from './request-url.ts';

/** What is at these paths is for programs, also where a browser opens it: they learn what is wrong. */
const OF_PROGRAMS = ['/.well-known', '/livez', '/metrics', '/oauth', '/openapi.json', '/readyz'];

/** The first segment of a path, with its slash. */
const rootOf = (path: string): string => /^\/[^/]*/.exec(path)?.[0] ?? '/';

/** Whether a browser asks for a page, to be shown on its own. */
export const opensPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.get('accept')?.includes('text/html') === true;

/** What becomes of a browser at an address that no page has: undefined where it gets what programs get. */
type Way = 'gone' | { readonly to: string };

/**
 * Where browsers go that ask for a page at an address that none has (member-page.md "Page"): to the page that the
 * address has in small letters, or to one that says so. Without it they would read of API keys.
 */
export const createStrays = (operations: readonly { readonly path: string }[], pages: readonly OpenPaths[]) => {
  const ofPrograms = new Set([...OF_PROGRAMS, ...operations.map(({ path }) => rootOf(path))]);
  const all = pages.flatMap(({ paths = [], prefixes = [] }) => [...paths, ...prefixes].map(rootOf));
  const ofPeople = new Set(all.filter((root) => !ofPrograms.has(root)));
  return (request: Request, status: number): Way | undefined => {
    if ((status !== 401 && status !== 404) || !opensPage(request)) return undefined;
    const path = pathOf(request.url);
    const root = rootOf(path);
    const small = root.toLowerCase();
    if (small !== root && ofPeople.has(small))
      return { to: small + path.slice(root.length) + new URL(request.url).search };
    return ofPrograms.has(small) ? undefined : 'gone';
  };
};

export type Strays = ReturnType<typeof createStrays>;
