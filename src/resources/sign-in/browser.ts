import type { KnownBrowser, KnownBrowsers } from '../../auth/known-browsers.ts';
import { isSecureUrl } from '../../auth/staff/authenticator.ts';
import { sessionToken } from '../../auth/staff/cookie.ts';
import { requireNoOtherPage } from '../../auth/staff/same-origin.ts';
import type { SessionOrigin } from '../../auth/staff/sessions.ts';
import type { Read } from '../../database/database.ts';
import type { Authenticated } from '../../kernel/caller.ts';

/** What the program knows of requests. */
interface RequestFacts {
  readonly addressOf: (request: Request) => string;
  /** The address by which attempts are counted: of IPv6 the network. */
  readonly attemptsKeyOf: (request: Request) => string;
}

/** What the program knows of requests, and of who sends them. */
export interface RequestPorts {
  readonly requests: RequestFacts;
  /** The caller of a request that stays open, looked up in `read`. @throws Problem 401 when it has ended. */
  readonly callerIn: (read: Read, request: Request) => Authenticated;
}

/** The browser that sends a request. */
export interface Browser extends SessionOrigin {
  /** By which wrong passwords of one network are counted. */
  readonly key: string;
  readonly isSecure: boolean;
  readonly known: KnownBrowser;
  /** The token of a session that the browser has, live or not. */
  readonly sessionToken: string | undefined;
}

interface BrowserPorts {
  readonly requests: RequestFacts;
  readonly rootUrl: () => string;
  readonly knownBrowsers: KnownBrowsers;
}

/**
 * The browser of a request that signs in.
 * @throws Problem 403 `cross_origin` for a request of another page.
 */
export const browserOf = (
  request: Request | undefined,
  { requests, rootUrl, knownBrowsers }: BrowserPorts,
): Browser => {
  if (request === undefined) throw new Error('the operation does not see its request');
  requireNoOtherPage(request, rootUrl());
  const isSecure = isSecureUrl(rootUrl());
  return {
    userAgent: request.headers.get('user-agent'),
    address: requests.addressOf(request),
    key: requests.attemptsKeyOf(request),
    isSecure,
    known: knownBrowsers.of(request),
    sessionToken: sessionToken(request, isSecure),
  };
};
