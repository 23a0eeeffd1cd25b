import type { AnyElysia } from 'elysia';
import type { Read } from '../database/database.ts';
import { conditional } from '../http/not-modified.ts';
import { router } from '../http/operations/mount.ts';
import { pathOf } from '../http/request-url.ts';
import { methodNotAllowed, Problem } from '../kernel/problem.ts';
import { clientOfCalendar } from '../resources/calendars/addresses.ts';
import { clientFeed, siteFeed } from '../resources/calendars/feeds.ts';
import type { PersonalLinks } from '../resources/messages/personal-links.ts';
import { CALENDAR_PREFIX, SITE_CALENDARS } from './paths.ts';

const SUFFIX = '.ics';

interface CalendarDeps {
  readonly view: () => Read;
  readonly links: PersonalLinks;
  readonly rootUrl: () => string;
  /** Whether members sign in on the pages of this server. */
  readonly hasPages: boolean;
}

/** `GET` and `HEAD /calendar/<token>.ics` and `/calendar/sites/<siteId>.ics` (messages.md "Calendar feed"). */
export const calendarRoutes = ({ view, links, rootUrl, hasPages }: CalendarDeps): AnyElysia => {
  const feedOf = (read: Read, name: string, isSite: boolean): string | undefined => {
    if (isSite) return siteFeed(read, name, rootUrl());
    const clientId = clientOfCalendar(read, links, name);
    return clientId === undefined ? undefined : clientFeed(read, clientId, { rootUrl: rootUrl(), hasPages });
  };
  return router().all(
    `${CALENDAR_PREFIX}*`,
    ({ request, requestContext, set }) => {
      const path = pathOf(request.url);
      const isSite = path.startsWith(SITE_CALENDARS);
      // The log shows this instead of the path, whose end may be secret.
      requestContext.route = isSite ? `${SITE_CALENDARS}:siteId.ics` : `${CALENDAR_PREFIX}:token.ics`;
      // Programs may fetch it, and no search shows it; pages of any website show the schedule.
      set.headers['x-robots-tag'] = 'noindex';
      if (isSite) set.headers['access-control-allow-origin'] = '*';
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, 'GET, HEAD');
      const name = path.slice((isSite ? SITE_CALENDARS : CALENDAR_PREFIX).length);
      const content = name.endsWith(SUFFIX) ? feedOf(view(), name.slice(0, -SUFFIX.length), isSite) : undefined;
      if (content === undefined) {
        throw new Problem(404, 'resource_not_found', 'There is no such calendar. Take its address from your account.');
      }
      const etag = `"${Bun.hash(content).toString(36)}"`;
      const headers = {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': isSite ? 'public, max-age=300' : 'private, max-age=300',
        'x-content-type-options': 'nosniff',
        etag,
      };
      return conditional(request, new Response(content, { headers }));
    },
    { parse: 'none' },
  );
};
