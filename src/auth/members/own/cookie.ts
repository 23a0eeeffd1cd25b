import { DAY_MS } from '../../../kernel/durations.ts';
import { cookieIn, httpOnlyCookie } from '../../cookies.ts';

/** In seconds. Browsers forget a cookie after 400 days at the latest; what ends a session is here. */
const MAX_AGE = (400 * DAY_MS) / 1000;

/** Another name than the cookie of the console has: both may be in one browser. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-studiod-member' : 'studiod_member');

/** The token of the device in the cookie of a request; undefined without the cookie. */
export const memberToken = (request: Request, isSecure: boolean): string | undefined =>
  cookieIn(request, nameOf(isSecure));

const cookie = (value: string, maxAge: number, isSecure: boolean): string =>
  httpOnlyCookie({ name: nameOf(isSecure), value, maxAge, isSecure });

/** The value of `Set-Cookie` that sets the cookie of a device. */
export const memberCookie = (token: string, isSecure: boolean) => cookie(token, MAX_AGE, isSecure);

/** The value of `Set-Cookie` that removes the cookie. */
export const endedMemberCookie = (isSecure: boolean) => cookie('', 0, isSecure);
