import { type AnyElysia, Elysia } from 'elysia';
import type { OpenPaths } from '../../kernel/open-paths.ts';
import favicon from './favicon.svg' with { type: 'text' };

/** Where password managers lead who wants another password (W3C). Staff have passwords, and members have none. */
const CHANGE_PASSWORD = '/.well-known/change-password';

/** What browsers and crawlers ask every server for. */
export const WELL_KNOWN_FILES: OpenPaths = {
  paths: ['/favicon.ico', '/favicon.svg', '/robots.txt', CHANGE_PASSWORD],
};

/**
 * Crawlers may read the pages for strangers, which say themselves what is indexed, what these pages show, and what members have
 * made public. Calendars are not indexed, but programs that show them ask here first.
 */
const ALLOWED = ['/book', '/calendar/', '/console/files/', '/console/theme.css', '/favicon.', '/media/', '/share/'];
const ROBOTS = `User-agent: *\n${ALLOWED.map((path) => `Allow: ${path}\n`).join('')}Disallow: /\n`;

const DAY_SECONDS = 86_400;

const file = (type: string, content: string): Response =>
  new Response(content, {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': `public, max-age=${DAY_SECONDS}`,
    },
  });

const icon = (): Response => file('image/svg+xml', favicon);

export const wellKnownFileRoutes = (): AnyElysia =>
  new Elysia({ normalize: false })
    .get('/favicon.ico', icon)
    .get('/favicon.svg', icon)
    .get(CHANGE_PASSWORD, ({ redirect }) => redirect('/console/account'))
    .get('/robots.txt', () => file('text/plain; charset=utf-8', ROBOTS));
