/** The pages of strangers and members. They need no credential. */
export const BOOK_PATH = '/book';

/** The classes of a week, with a search. */
export const WEEK_PATH = `${BOOK_PATH}/week`;

const OWN_PATH = /^\/book(?:[/?][^\\\s]*)?$/;

/** An address of these pages, such as the page to go on to after signing in; undefined for any other. */
export const ownPath = (path: string | null): string | undefined =>
  path !== null && OWN_PATH.test(path) && !path.includes('//') ? path : undefined;

/** Where signing in leads first: whether the browser has kept the cookie is seen there. */
export const KEPT_PATH = '/book/sign-in/kept';

/** The page on which members sign in, which leads back to a page. */
export const signInPath = (next: string): string => `/book/sign-in?${new URLSearchParams({ next })}`;
