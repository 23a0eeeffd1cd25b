import type { AnyElysia } from 'elysia';
import { cookieIn } from '../../auth/cookies.ts';
import type { BrowserMember } from '../../auth/members/own/browser-sessions.ts';
import { isSecureUrl } from '../../auth/staff/authenticator.ts';
import { isFromHere, requireOwnPage } from '../../auth/staff/same-origin.ts';
import type { Read } from '../../database/database.ts';
import { bodyTooLarge } from '../../http/body.ts';
import { encoderFor } from '../../http/compression.ts';
import type { ErrorReporter } from '../../http/errors.ts';
import { conditional } from '../../http/not-modified.ts';
import { router } from '../../http/operations/mount.ts';
import type { Operation } from '../../http/operations/operation.ts';
import { pageResponse } from '../../http/page-response.ts';
import { BOOK_SCRIPTS, FILES_PREFIX } from '../../http/pages/bundle/bundle.ts';
import { pageBundle } from '../../http/pages/bundle/shared-bundle.ts';
import { pathOf } from '../../http/request-url.ts';
import { readBytes } from '../../kernel/bounded-body.ts';
import { objectOf } from '../../kernel/objects.ts';
import { etagIn } from '../../kernel/preconditions.ts';
import { methodNotAllowed, Problem } from '../../kernel/problem.ts';
import type { Processor } from '../../payments-processor/port.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { acceptedTags, languageOf } from '../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { appRoutes } from './app/routes.ts';
import { apiFor } from './call-api.ts';
import { compressedPage } from './compressed-page.ts';
import { embedOf } from './embed/frames.ts';
import { embedRoutes } from './embed/routes.ts';
import { createEmbedStates } from './embed/states.ts';
import { endedWindowCookie, isDoneAt, openedWith, windowCookie, windowState, withoutState } from './embed/window.ts';
import { findRoute, pageAddress } from './find-route.ts';
import { actsAt, bindForms, FOR, FOR_COOKIE, forCookie, isAskedAt, pathOfOwner } from './for-whom.ts';
import { forWhomPage } from './for-whom-page.ts';
import { inlineStyle } from './inline-style.ts';
import { documentOf, type Files, isPublicPage, opening } from './layout.ts';
import { closedBy, closedPage } from './maintenance.ts';
import { ApiRefusal, gonePage, messagePage } from './messages.ts';
import { BOOK_PATH, signInPath } from './paths.ts';
import { policyOf } from './policies.ts';
import { createSharedPages, encodedPage, type SharedPage } from './shared-pages.ts';
import { routes } from './table.ts';
import { type BookFile, type Form, memberOf, type PageResult, type Route, type Visit } from './visit.ts';

const VARY = 'Accept-Language, Cookie';

const MOST_BYTES = 16_384;

interface BookDeps {
  readonly view: () => Read;
  readonly rootUrl: () => string;
  /** The name of the studio, its color, and the version of its colors. */
  readonly brand: (read: Read) => { readonly studio: string; readonly color: string; readonly version: string };
  readonly processor: Pick<Processor, 'name'>;
  /** Whether a card can be typed here: the embedded processor confirms cards in a sandbox only. */
  readonly takesNewCards: boolean;
  readonly browserMember: (request: Request) => BrowserMember | undefined;
  /** The address of the connection of a request that has just come. */
  readonly peerOf: (request: Request) => string | undefined;
  /** Sends a request to the API from the address of a visitor. */
  readonly send: (request: Request, address: string | undefined) => Promise<Response>;
  readonly operations: readonly Operation[];
  readonly newKey: () => string;
  readonly signsMembersIn: boolean;
  readonly reportError: ErrorReporter;
}

const formOf = async (request: Request): Promise<Form> => {
  const bytes = await readBytes(request, MOST_BYTES, () => bodyTooLarge(MOST_BYTES));
  const fields = new URLSearchParams(Buffer.from(bytes).toString());
  return {
    get: (name) => fields.get(name)?.trim() ?? '',
    all: (name) => fields.getAll(name),
  };
};

const filesOf = async (themeVersion: string): Promise<Files> => {
  const { bookStyle, memberStyle, bookScripts, font } = await pageBundle();
  const at = (name: string): string => FILES_PREFIX + name;
  return {
    page: at(bookStyle),
    member: at(memberStyle),
    font: at(font),
    theme: `/console/theme.css?v=${themeVersion}`,
    scripts: objectOf(BOOK_SCRIPTS, (name) => at(bookScripts[name])),
  };
};

const fileResponse = ({ file, type, name }: BookFile): Response =>
  new Response(file, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });

interface Handlers<Visiting> {
  readonly get?: (visit: Visiting) => PageResult | Promise<PageResult>;
  readonly post?: (visit: Visiting, form: Form) => PageResult | Promise<PageResult>;
}

const handled = <Visiting extends Visit>(
  { get, post }: Handlers<Visiting>,
  visit: Visiting,
  form: Form | undefined,
): PageResult | Promise<PageResult> =>
  (form === undefined ? get?.(visit) : post?.(visit, form)) ?? gonePage(visit.context);

/** Signing in leads back to the page; to the page above for an address that only takes a form. */
const signInFor = (route: Route, { pathname, search }: URL): PageResult => ({
  to: signInPath(route.get === undefined ? pathname.replace(/\/[^/]+$/, '') : pathname + search),
});

/** Strangers sign in first if only members may see the page. */
const resultOf = (route: Route, visit: Visit, form: Form | undefined): PageResult | Promise<PageResult> => {
  if (route.who === 'all') return handled(route, visit, form);
  const { member } = visit.context;
  if (member === undefined) return signInFor(route, visit.url);
  const isOpen = member.household?.isChosen === false && isAskedAt(visit.url.pathname);
  if (isOpen && form === undefined) return forWhomPage({ ...visit, member });
  return handled(route, { ...visit, member }, form);
};

/** The page for an error of the API that the route did not handle. */
const errorResult = (visit: Visit, isForm: boolean, error: unknown, reportError: ErrorReporter): PageResult => {
  if (!(error instanceof ApiRefusal)) throw error;
  const { context, url } = visit;
  const { t } = context;
  const more = isForm ? undefined : { to: url.pathname + url.search, text: t('shell.tryAgain') };
  if (error.status === 401) return { to: signInPath(url.pathname + url.search) };
  if (error.status === 404) {
    const to = isForm ? undefined : pathOfOwner(context, url);
    return to === undefined ? gonePage(context) : { to };
  }
  if (error.status === 429)
    return messagePage(context, t('shell.tooOftenTitle'), t('shell.tooOften'), { status: 429, more });
  // A page sends nothing that the API refuses, so this is a bug.
  if (error.status !== 503) reportError(error, pathOf(url.href));
  return messagePage(context, t('shell.wrongTitle'), t('shell.wrong'), { status: 503, more });
};

/** A page for strangers, which browsers keep for a while; 304 where the browser has it. */
const sharedResponse = async (request: Request, page: SharedPage): Promise<Response> => {
  const { policy } = page;
  const encoder = encoderFor(request.headers.get('accept-encoding') ?? '');
  const content = encoder === undefined ? page.content : await encodedPage(page, encoder);
  const etag = encoder === undefined ? page.etag : etagIn(page.etag, encoder.name);
  const response = pageResponse({ type: 'text/html', content, policy, cache: 'public, max-age=30', etag });
  response.headers.set('vary', encoder === undefined ? VARY : `${VARY}, Accept-Encoding`);
  if (encoder !== undefined) response.headers.set('content-encoding', encoder.name);
  return conditional(request, response);
};

/** What answers at `/book` and below. */
export const bookRoutes = (deps: BookDeps): AnyElysia => {
  const states = createEmbedStates();
  const shared = createSharedPages();
  const operations = new Map(deps.operations.map((operation) => [operation.id, operation]));
  const respond = async (request: Request, address: string | undefined): Promise<Response> => {
    const { method, headers } = request;
    const rootUrl = deps.rootUrl();
    const url = new URL(request.url);
    const found = findRoute(routes, url.pathname);
    if (method === 'POST' && found?.route.post !== undefined) requireOwnPage(request, rootUrl);
    else if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD');
    const moved = method === 'POST' ? undefined : pageAddress(routes, url.pathname);
    if (moved !== undefined) return new Response(null, { status: 308, headers: { location: moved + url.search } });
    const signedIn = deps.browserMember(request);
    const form = method === 'POST' ? await formOf(request) : undefined;
    const brand = deps.brand(deps.view());
    const files = await filesOf(brand.version);
    const read = deps.view();
    const closed = closedBy(read, url);
    const embed = found?.route.who === 'all' && found.route.isForFrames ? embedOf(url) : undefined;
    // In a frame everyone is a stranger, also where the browser sends the cookie: websites of the same domain.
    const isOffered = actsAt(url.pathname);
    const asked = url.searchParams.get(FOR) ?? cookieIn(request, FOR_COOKIE);
    const member = embed === undefined ? memberOf(read, signedIn, { isOffered, clientId: asked }) : undefined;
    const dependantId = member === undefined || member.clientId === signedIn?.clientId ? undefined : member.clientId;
    const language = languageOf(
      [member?.locale, ...acceptedTags(headers.get('accept-language') ?? ''), brandSettings(read).locale],
      MEMBER_LANGUAGES,
    );
    const state = openedWith(request, url);
    const isForAll = method !== 'POST' && member === undefined && state === undefined && closed === undefined;
    const key = isForAll ? shared.keyOf(url, `${files.theme} ${language}`) : undefined;
    const kept = key === undefined ? undefined : shared.find(read, key);
    if (kept !== undefined) return sharedResponse(request, kept);
    const at = opening(read, { language, rootUrl, member, embed });
    const context = at(member?.homeSiteId ?? undefined) ?? at();
    if (context === undefined) throw new Problem(404, 'resource_not_found', 'This studio has no site that is open.');
    const cookies: string[] = [];
    if (member?.household?.isChosen && url.searchParams.has(FOR) && isOffered) {
      cookies.push(forCookie(member.clientId, isSecureUrl(rootUrl)));
    }
    if (state !== undefined) cookies.push(windowCookie(state, isSecureUrl(rootUrl)));
    const visit: Visit = {
      context,
      at,
      url,
      isFromHere: isFromHere(request),
      param: (name) => found?.params.get(name) ?? '',
      ...apiFor({
        send: (sent) => deps.send(sent, address),
        operations,
        rootUrl,
        siteId: context.site.id,
        dependantId,
        visitor: request,
        setCookie: (cookie) => cookies.push(cookie),
      }),
      cardForm: deps.takesNewCards ? deps.processor.name : undefined,
      newKey: deps.newKey,
      signsMembersIn: deps.signsMembersIn,
    };
    const result = await (async () => {
      try {
        if (closed !== undefined) return closedPage(visit, closed);
        if (state !== undefined && form === undefined) return { to: withoutState(url) };
        return found === undefined ? gonePage(context) : await resultOf(found.route, visit, form);
      } catch (error) {
        return errorResult(visit, form !== undefined, error, deps.reportError);
      }
    })();
    const withCookies = (response: Response): Response => {
      for (const cookie of cookies) response.headers.append('set-cookie', cookie);
      return response;
    };
    if ('to' in result) {
      const moved = { location: result.to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
      return withCookies(new Response(null, { status: 303, headers: moved }));
    }
    if ('file' in result) return withCookies(fileResponse(result));
    const isDone = member !== undefined && closed === undefined && isDoneAt(url.pathname);
    const waiting = isDone ? windowState(request) : undefined;
    if (waiting !== undefined) {
      states.finish(waiting, read.nowMs);
      cookies.push(endedWindowCookie(isSecureUrl(rootUrl)));
    }
    const style = isPublicPage(result) ? await inlineStyle(brand.color) : undefined;
    const document = documentOf(result, files, style?.element, waiting !== undefined);
    const content = member === undefined ? document : bindForms(document, member);
    const { status = 200, retryAfter } = result;
    const policy = policyOf(result, deps.processor.name, style?.source);
    if (isForAll && status === 200 && result.canonical !== undefined && cookies.length === 0) {
      const page: SharedPage = { content, policy, etag: `"${Bun.hash(content).toString(36)}"`, encoded: new Map() };
      if (key !== undefined) shared.keep(read, key, page);
      return sharedResponse(request, page);
    }
    const page = pageResponse({ type: 'text/html', content, policy, cache: 'no-store', status });
    page.headers.set('vary', `${VARY}, Accept-Encoding, Sec-Fetch-Site`);
    const response = await compressedPage(request, page);
    if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter));
    return withCookies(response);
  };
  const handler = ({
    request,
    requestContext,
  }: {
    request: Request;
    requestContext: { route: string | undefined };
  }) => {
    // The link of a guest is a secret too.
    requestContext.route = pathOf(request.url)
      .replace(/[0-9a-f-]{36}/gi, ':id')
      .replace(/^(\/book\/guest\/)[^/]+/i, '$1:token');
    // Read right away: a connection that the client has closed has no address anymore.
    return respond(request, deps.peerOf(request));
  };
  return router()
    .all(BOOK_PATH, handler, { parse: 'none' })
    .all(`${BOOK_PATH}/*`, handler, { parse: 'none' })
    .use(appRoutes(deps))
    .use(embedRoutes({ states, now: () => deps.view().nowMs }));
};
