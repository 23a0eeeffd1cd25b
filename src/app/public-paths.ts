import { OAUTH_PATHS } from '../auth/oauth/routes.ts';
import type { Operation } from '../http/operations/operation.ts';
import { CONSOLE_PREFIX } from '../http/pages/console/routes.ts';
import { WELL_KNOWN_FILES } from '../http/pages/well-known-files.ts';
import { MEDIA_PREFIX } from '../media/links.ts';
import { CARDS_PREFIX } from '../pages/add-card.ts';
import { BOOK_PATH } from '../pages/book/paths.ts';
import { CALENDAR_PREFIX } from '../pages/calendar.ts';
import { MAILS_PREFIX } from '../pages/mail-choices/mail-choices.ts';
import { SHARE_PREFIX } from '../resources/metrics/shares.ts';
import { PROCESSOR_PATH } from '../resources/payment-methods/processor-events/route.ts';

/**
 * Pages count in the bucket of the client address. What programs ask for often, such as the probes and media, does not, nor does
 * the console: all of a studio's desks and kiosks may have one address.
 */
const PAGES = ['/', BOOK_PATH, '/docs', '/openapi.json'];
const PAGE_PREFIXES = [`${BOOK_PATH}/`, '/docs/', CARDS_PREFIX, SHARE_PREFIX, CALENDAR_PREFIX, MAILS_PREFIX];
const PATHS = [...PAGES, '/console', '/livez', '/readyz', PROCESSOR_PATH, ...OAUTH_PATHS, ...WELL_KNOWN_FILES];

const exactPaths = ({ path, params }: Operation): string[] =>
  params.length > 0 ? [] : [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`];

/** The path of an operation up to its first parameter. */
const prefixOf = ({ path, params }: Operation): string[] =>
  params.length === 0 ? [] : [path.slice(0, path.indexOf(':'))];

export const createPublicPaths = (
  operations: readonly Operation[],
  more: Readonly<Record<'paths' | 'prefixes', readonly string[]>>,
) => {
  const declared = operations.filter(({ audience }) => audience === 'public');
  const exact = new Set([...PATHS, ...declared.flatMap(exactPaths), ...more.paths]);
  const allPrefixes = [...PAGE_PREFIXES, ...declared.flatMap(prefixOf), CONSOLE_PREFIX, MEDIA_PREFIX, ...more.prefixes];
  const limited = declared.filter(({ limitedBy }) => limitedBy === 'address');
  const pages = new Set([...PAGES, ...limited.flatMap(exactPaths)]);
  const pagePrefixes = [...PAGE_PREFIXES, ...limited.flatMap(prefixOf)];
  return {
    /** Whether a path needs no credential: paths of public operations, with and without a final slash, and of pages. */
    isPublic: (path: string) => exact.has(path) || allPrefixes.some((prefix) => path.startsWith(prefix)),
    isPage: (path: string) => pages.has(path) || pagePrefixes.some((prefix) => path.startsWith(prefix)),
  };
};

export type PublicPaths = ReturnType<typeof createPublicPaths>;
