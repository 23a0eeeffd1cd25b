import { cookieIn, httpOnlyCookie } from '../../../auth/cookies.ts';
import { BOOK_PATH } from '../paths.ts';
import { stateIn } from './states.ts';

/** Keeps the text of a frame in the window that it has opened, over signing in and paying. */
const COOKIE = 'studiod_embed';
/** In seconds. */
const MAX_AGE = 1_800;

const cookie = (value: string, maxAge: number, isSecure: boolean): string =>
  httpOnlyCookie({ name: COOKIE, value, path: BOOK_PATH, maxAge, isSecure });

/** Another website cannot learn what is done in a window: a page of this server must have opened it. */
const isOpenedHere = ({ headers }: Request): boolean =>
  (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin';

/** The text with which a frame has opened this window; undefined for other windows. */
export const openedWith = (request: Request, url: URL): string | undefined =>
  isOpenedHere(request) ? stateIn(url.searchParams.get('state')) : undefined;

/** The state that a window has which a frame has opened; undefined in every other window. */
export const windowState = (request: Request): string | undefined => stateIn(cookieIn(request, COOKIE));

/** The cookie that marks a window that a frame has opened. */
export const windowCookie = (state: string, isSecure: boolean): string => cookie(state, MAX_AGE, isSecure);

/** The cookie that removes the mark. */
export const endedWindowCookie = (isSecure: boolean): string => cookie('', 0, isSecure);

/** The same address without the text of the frame. */
export const withoutState = ({ pathname, searchParams }: URL): string => {
  const rest = new URLSearchParams(searchParams);
  rest.delete('state');
  return rest.size === 0 ? pathname : `${pathname}?${rest}`;
};

/** Members see their own pages when they have signed in, booked or bought: that is what the window was for. */
export const isDoneAt = (pathname: string): boolean =>
  pathname === `${BOOK_PATH}/me` || pathname.startsWith(`${BOOK_PATH}/me/`);
