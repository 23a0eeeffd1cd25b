// The paths of pages whose files are loaded with the first request for one of them.
import type { OpenPaths } from '../kernel/open-paths.ts';
import { SHARE_PREFIX } from '../resources/metrics/shares.ts';
import { BOOK_PATH } from './book/paths.ts';

/** `/book` and below: what strangers and members see of the studio (member-page.md "Page"). */
export const BOOK: OpenPaths = { paths: [BOOK_PATH], prefixes: [`${BOOK_PATH}/`], isLimited: true };

/** The page itself needs no credential; it sends the member's own token with its requests. */
export const CARDS_PREFIX = '/cards/';
export const CARDS: OpenPaths = { prefixes: [CARDS_PREFIX], isLimited: true };

/** Calendars need no credential: the address of a client's own is secret. */
export const CALENDAR_PREFIX = '/calendar/';
export const SITE_CALENDARS = `${CALENDAR_PREFIX}sites/`;
export const CALENDARS: OpenPaths = {
  prefixes: [CALENDAR_PREFIX],
  isLimited: true,
  readableEverywhere: [SITE_CALENDARS],
};

/** The pages on which clients choose emails need no credential: their addresses are secret. */
export const MAILS_PREFIX = '/mails/';
export const MAIL_CHOICES: OpenPaths = { prefixes: [MAILS_PREFIX], isLimited: true };

/** `GET /share/<token>`: the public page of a result, and its picture for previews of links (engagement.md "Metrics"). */
export const SHARED_RESULTS: OpenPaths = { prefixes: [SHARE_PREFIX], isLimited: true };
