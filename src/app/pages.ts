import type { AnyElysia } from 'elysia';
import { reactions } from '../api.ts';
import { OAUTH, oauthRoutes } from '../auth/oauth/routes.ts';
import { isSecureUrl } from '../auth/staff/authenticator.ts';
import { sessionToken } from '../auth/staff/cookie.ts';
import { hasOwner } from '../auth/staff/owners.ts';
import type { Read } from '../database/database.ts';
import { router } from '../http/operations/mount.ts';
import type { Operation } from '../http/operations/operation.ts';
import { CONSOLE, consoleRoutes } from '../http/pages/console/routes.ts';
import { WELL_KNOWN_FILES, wellKnownFileRoutes } from '../http/pages/well-known-files.ts';
import type { Routes, Server } from '../http/server.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';
import { MEDIA_FILES } from '../media/links.ts';
import { BOOK_PATH } from '../pages/book/paths.ts';
import { BOOK, CALENDARS, CARDS, MAIL_CHOICES, SHARED_RESULTS } from '../pages/paths.ts';
import type { Appliance } from '../resources/health/operations.ts';
import type { PersonalLinks } from '../resources/messages/personal-links.ts';
import { PROCESSOR_EVENTS } from '../resources/payment-methods/processor-events/route.ts';
import { PICTURES, pictureRoutes } from '../resources/pictures/route.ts';
import type { AccessControl } from './access-control.ts';
import { API_DOCUMENT } from './api-document.ts';
import { consoleBrand, consoleContents } from './console-brand.ts';
import type { AppDeps } from './deps.ts';
import { signsMembersIn } from './mail.ts';
import { METRICS } from './metrics.ts';
import type { Payments } from './payments.ts';
import type { Playback } from './playback.ts';
import { PROBES, probeRoutes } from './probes.ts';

/** Where `/` leads: to the page for members; to the console before there is an owner, and where someone works in it. */
const homeFor = (read: Read, request: Request, rootUrl: string): string =>
  hasOwner(read) && sessionToken(request, isSecureUrl(rootUrl)) === undefined ? BOOK_PATH : '/console';

interface Loaded {
  /** Called once, for the first request of any page that is loaded with the program. */
  readonly routes: () => AnyElysia;
}

interface LoadedLater {
  /** Called once, for the first request of one of its own paths: what only this page needs is loaded then. */
  readonly load: () => Promise<AnyElysia>;
}

/** Routes beside the operations, such as pages: the paths that need no credential, and what answers there. */
export type Page = OpenPaths & (Loaded | LoadedLater);

interface PagesDeps {
  readonly app: AppDeps;
  readonly operations: readonly Operation[];
  readonly document: { readonly routes: AnyElysia };
  readonly checks: Appliance['checks'];
  readonly isReady: () => boolean;
  readonly links: PersonalLinks;
  readonly payments: Payments;
  readonly playback: Playback;
  /** Whether members add cards here. */
  readonly takesNewCards: boolean;
  /** Made after the pages, whose paths they know. */
  readonly access: () => { readonly control: AccessControl; readonly server: Server };
  readonly metrics: () => { readonly routes: AnyElysia } | undefined;
  readonly routes: () => Routes;
}

/** Every page, and every other route that is no operation. */
export const createPages = (deps: PagesDeps): readonly Page[] => {
  const { app, operations, document, links, payments, playback, takesNewCards } = deps;
  const { store, rootUrl, random, processor, reportError, extra } = app;
  const view = () => store.view();
  const hasSession = (request: Request): boolean => sessionToken(request, isSecureUrl(rootUrl())) !== undefined;
  const bookPages = async (): Promise<AnyElysia> => {
    const { bookRoutes } = await import('../pages/book/routes.ts');
    const { control, server } = deps.access();
    return bookRoutes({
      view,
      rootUrl,
      processor,
      takesNewCards,
      reportError,
      brand: consoleBrand,
      browserMember: control.browserMember,
      peerOf: (request) => server.peerOf(request),
      send: (request, address) => server.ask(deps.routes(), request, address),
      operations,
      newKey: () => store.ids.uuid(),
      signsMembersIn: signsMembersIn(app),
    });
  };
  return [
    { ...API_DOCUMENT, routes: () => document.routes },
    {
      paths: ['/', '/docs'],
      prefixes: ['/docs/'],
      isLimited: true,
      async load() {
        const { docsRoutes } = await import('../http/docs/routes.ts');
        return docsRoutes({ ...app, operations, home: (request) => homeFor(view(), request, rootUrl()) });
      },
    },
    { ...PROBES, routes: () => probeRoutes(deps) },
    { ...CONSOLE, routes: () => consoleRoutes({ random, ...consoleContents(view), hasSession }) },
    { ...WELL_KNOWN_FILES, routes: wellKnownFileRoutes },
    { ...OAUTH, routes: () => oauthRoutes(deps.access().control.oauth) },
    { ...PICTURES, routes: () => pictureRoutes({ view }) },
    { ...MEDIA_FILES, routes: () => playback.routes(deps.access().control.access.consumeAddress) },
    { ...BOOK, load: bookPages },
    {
      ...MAIL_CHOICES,
      async load() {
        const { mailChoicesRoutes } = await import('../pages/mail-choices/mail-choices.ts');
        return mailChoicesRoutes({ store, links, reactions });
      },
    },
    {
      ...CALENDARS,
      async load() {
        const { calendarRoutes } = await import('../pages/calendar.ts');
        return calendarRoutes({ view, links, rootUrl, hasPages: signsMembersIn(app) });
      },
    },
    { ...PROCESSOR_EVENTS, routes: () => payments.routes },
    {
      ...SHARED_RESULTS,
      async load() {
        const { shareRoutes } = await import('../pages/share/share.ts');
        return shareRoutes({ view, rootUrl });
      },
    },
    {
      ...CARDS,
      async load() {
        if (!takesNewCards) return router();
        const { addCardRoutes } = await import('../pages/add-card.ts');
        return addCardRoutes({ processor, view, origins: app.memberCorsOrigins });
      },
    },
    ...(extra === undefined
      ? []
      : [{ prefixes: [extra.prefix], readableFrom: 'apps' as const, routes: () => extra.routes }]),
    ...(app.metricsToken === undefined ? [] : [{ ...METRICS, routes: () => deps.metrics()?.routes ?? router() }]),
  ];
};
