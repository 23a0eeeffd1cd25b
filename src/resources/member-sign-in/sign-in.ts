import type { KnownBrowser } from '../../auth/known-browsers.ts';
import { PAGE_HEADER } from '../../auth/members/own/browser-sessions.ts';
import { memberCookie } from '../../auth/members/own/cookie.ts';
import { beginDevice } from '../../auth/members/own/devices.ts';
import { ID_TOKEN_LIFETIME } from '../../auth/members/own/issuer.ts';
import { isSignUpPending } from '../../auth/members/own/sign-ups.ts';
import { isSecureUrl } from '../../auth/staff/authenticator.ts';
import { requireSameOrigin } from '../../auth/staff/same-origin.ts';
import type { SessionOrigin } from '../../auth/staff/sessions.ts';
import type { Read, Tx } from '../../database/database.ts';
import { WithCookies } from '../../http/operations/call.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { Client } from '../clients/record.ts';
import { linkOwn } from '../member-links/sign-in.ts';
import type { SignInResult } from './shapes.ts';
import { type MemberSignInDeps, requireOn } from './state.ts';

const NOBODY: SignInResult = {
  object: 'member_sign_in',
  status: 'signed_in',
  clientId: null,
  deviceId: null,
  idToken: null,
  expiresAt: null,
  refreshToken: null,
  signUpToken: null,
};

export const APPROVAL_PENDING: SignInResult = { ...NOBODY, status: 'approval_pending' };

export const signUpRequired = (signUpToken: string): SignInResult => ({
  ...NOBODY,
  status: 'sign_up_required',
  signUpToken,
});

/** The device of a request that signs in. */
export interface Device extends SessionOrigin {
  /** By which wrong codes of one network are counted. */
  readonly key: string;
  readonly known: KnownBrowser;
  readonly kind: 'browser' | 'app';
}

/**
 * The device of a request. An app may be a page of another origin; a cookie is for pages of this server alone, since another
 * page could sign a browser in as someone else.
 * @throws Problem 403 `cross_origin`.
 */
export const deviceOf = (
  request: Request | undefined,
  { requests, rootUrl, knownBrowsers }: Pick<MemberSignInDeps, 'requests' | 'rootUrl' | 'knownBrowsers'>,
  asCookie = false,
): Device => {
  if (request === undefined) throw new Error('the operation does not see its request');
  if (asCookie) requireSameOrigin(request, rootUrl(), PAGE_HEADER);
  return {
    userAgent: request.headers.get('user-agent'),
    address: requests.addressOf(request),
    key: requests.attemptsKeyOf(request),
    known: knownBrowsers.of(request),
    kind: asCookie ? 'browser' : 'app',
  };
};

/** Who has begun a device, and the token that only the device gets. */
export interface Begun {
  readonly clientId: string;
  readonly deviceId: string;
  readonly token: string;
}

/** Whether a client may sign in: not an archived one, nor one for whom the studio has not decided. */
export const admissionOf = (read: Read, clientId: string): 'admitted' | 'pending' | 'archived' => {
  const status = Client.rows.find(read, clientId)?.status;
  if (status === undefined || status === 'archived') return 'archived';
  return isSignUpPending(read, clientId) ? 'pending' : 'admitted';
};

export const signClientIn = (tx: Tx, deps: MemberSignInDeps, clientId: string, device: Device): Begun => {
  linkOwn(tx, deps.rootUrl(), clientId);
  const { id, token } = beginDevice(tx, deps.secrets.random, { ...device, clientId });
  return { clientId, deviceId: id, token };
};

/** What a device gets: a cookie, or an ID token and a refresh token. */
export const signedInResponse = async (
  deps: MemberSignInDeps,
  { clientId, deviceId, token }: Begun,
  { kind, known }: Pick<Device, 'kind' | 'known'>,
): Promise<SignInResult | WithCookies> => {
  const signedIn = { ...NOBODY, clientId, deviceId };
  const read = deps.store.view();
  const client = Client.rows.find(read, clientId);
  if (client === undefined) throw new Error('the client of a device is gone');
  const { email, firstName, lastName } = client;
  if (kind === 'browser') {
    const cookies = [memberCookie(token, isSecureUrl(deps.rootUrl()))];
    if (email !== null) cookies.push(known.cookieFor({ kind: 'member', email }));
    return new WithCookies(signedIn, cookies);
  }
  const idToken = await requireOn(deps).issue({ clientId, deviceId, email, firstName, lastName });
  const expiresAt = isoInstant(read.nowMs + ID_TOKEN_LIFETIME * 1000);
  return { ...signedIn, idToken, expiresAt, refreshToken: token };
};
