import { cookieIn, httpOnlyCookie } from '../cookies.ts';
import { SESSION_MS } from './sessions.ts';

/**
 * The cookie of a session. Browsers take a name with `__Host-` from a secure page of this host only, so that no other page
 * can choose the session.
 */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-studiod' : 'studiod_session');

/** The token of the session in the cookie of a request; undefined without the cookie. */
export const sessionToken = (request: Request, isSecure: boolean): string | undefined =>
  cookieIn(request, nameOf(isSecure));

const cookie = (value: string, maxAge: number, isSecure: boolean): string =>
  httpOnlyCookie({ name: nameOf(isSecure), value, maxAge, isSecure });

/** The value of `Set-Cookie` that sets the cookie of a session. */
export const sessionCookie = (token: string, isSecure: boolean) => cookie(token, SESSION_MS / 1000, isSecure);

/** The value of `Set-Cookie` that removes the cookie. */
export const endedCookie = (isSecure: boolean) => cookie('', 0, isSecure);
