import { isSecureUrl } from '../auth/staff/authenticator.ts';
import { sessionToken } from '../auth/staff/cookie.ts';
import { hasOwner } from '../auth/staff/owners.ts';
import type { Read } from '../database/database.ts';
import { BOOK_PATH } from '../pages/book/paths.ts';

/** Where `/` leads: to the page for members; to the console before there is an owner, and where someone works in it. */
export const homeFor = (read: Read, request: Request, rootUrl: string): string =>
  hasOwner(read) && sessionToken(request, isSecureUrl(rootUrl)) === undefined ? BOOK_PATH : '/console';
