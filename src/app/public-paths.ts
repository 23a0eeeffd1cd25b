import { OAUTH_PATHS } from '../auth/oauth/routes.ts';
import { CARDS_PREFIX } from '../console/add-card.ts';
import type { Operation } from '../http/operations/operation.ts';
import { WELL_KNOWN_FILES } from '../http/pages/well-known-files.ts';
import { MEDIA_PREFIX } from '../media/links.ts';
import { SHARE_PREFIX } from '../resources/metrics/shares.ts';
import { PROCESSOR_PATH } from '../resources/payment-methods/processor-events/route.ts';

/** Pages count in the bucket of the client address. What programs ask for often, such as the probes and media, does not. */
const PAGES = ['/', '/docs', '/openapi.json'];
const PAGE_PREFIXES = ['/docs/', CARDS_PREFIX, SHARE_PREFIX];
const PATHS = [...PAGES, '/livez', '/readyz', PROCESSOR_PATH, ...OAUTH_PATHS, ...WELL_KNOWN_FILES];

export const createPublicPaths = (
  operations: readonly Operation[],
  more: Readonly<Record<'paths' | 'prefixes', readonly string[]>>,
) => {
  const declared = operations
    .filter(({ audience }) => audience === 'public')
    .map(({ path }) => path.replace(/\/$/, ''));
  const exact = new Set([...PATHS, ...declared.flatMap((path) => [path, `${path}/`]), ...more.paths]);
  const allPrefixes = [...PAGE_PREFIXES, MEDIA_PREFIX, ...more.prefixes];
  return {
    /** Whether a path needs no credential: paths of public operations, with and without a final slash, and of pages. */
    isPublic: (path: string) => exact.has(path) || allPrefixes.some((prefix) => path.startsWith(prefix)),
    /** Whether a path belongs to a page that people read. */
    isPage: (path: string) => PAGES.includes(path) || PAGE_PREFIXES.some((prefix) => path.startsWith(prefix)),
  };
};

/** Which paths need no credential. */
export type PublicPaths = ReturnType<typeof createPublicPaths>;
