import { OAUTH_PATHS } from '../auth/oauth/routes.ts';
import { CARDS_PREFIX } from '../console/add-card.ts';
import type { Operation } from '../http/operations/operation.ts';
import { WELL_KNOWN_FILES } from '../http/pages/well-known-files.ts';
import { MEDIA_PREFIX } from '../media/links.ts';
import { SHARE_PREFIX } from '../resources/metrics/shares.ts';
import { PROCESSOR_PATH } from '../resources/payment-methods/processor-events/route.ts';

const PATHS = ['/', '/livez', '/readyz', '/docs', '/openapi.json', PROCESSOR_PATH, ...OAUTH_PATHS, ...WELL_KNOWN_FILES];

interface Additional {
  readonly paths: readonly string[];
  readonly prefixes: readonly string[];
}

/** Tests whether a path needs no credential: public operations, with and without a final slash, and pages. */
export const createPublicPaths = (operations: readonly Operation[], { paths, prefixes }: Additional) => {
  const declared = operations
    .filter(({ audience }) => audience === 'public')
    .map(({ path }) => path.replace(/\/$/, ''));
  const exact = new Set([...PATHS, ...declared.flatMap((path) => [path, `${path}/`]), ...paths]);
  const allPrefixes = ['/docs/', CARDS_PREFIX, MEDIA_PREFIX, SHARE_PREFIX, ...prefixes];
  // Most paths start with `/v2/`, as no prefix does.
  const initials = new Set(allPrefixes.map((prefix) => prefix[1]));
  const hasPrefix = (path: string): boolean => allPrefixes.some((prefix) => path.startsWith(prefix));
  return (path: string): boolean => exact.has(path) || (initials.has(path[1]) && hasPrefix(path));
};
