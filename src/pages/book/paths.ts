import { isUuid, storedId } from '../../kernel/ids.ts';

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

/** The name of a purchase in the address to which a bank leads back, with the purchase in its query. */
const BACK = 'back';

/** The page of a purchase that waits for the bank. */
export const purchasePath = (id: string): string => `${BOOK_PATH}/me/purchases/${id}`;

/** Where the page of a bank leads back to: it names the purchase in the query. */
export const PURCHASE_BACK_PATH = purchasePath(BACK);

/** The purchase that an address names by the last part of its path, or by its query; undefined for what is no id. */
export const purchaseIdIn = (part: string, { searchParams }: URL): string | undefined => {
  const named = part === BACK ? (searchParams.get('purchase_id') ?? '') : part;
  return isUuid(named) ? storedId(named) : undefined;
};

/** The page on which members sign in, which leads back to a page. */
export const signInPath = (next: string): string => `/book/sign-in?${new URLSearchParams({ next })}`;
