export const SIGNED_IN = '/book/signed-in';

/** The pages are closed for a maintenance: its message is the studio's words. */
export class PagesClosed extends Error {}

const closedWords = async (response: Response): Promise<string> =>
  new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main .lead')?.textContent ?? '';

/** The member who is signed in with this browser; null if no one is signed in. Throws without a connection, and `PagesClosed`. */
export const whoIsSignedIn = async (): Promise<string | null> => {
  const response = await fetch(SIGNED_IN);
  if (response.status === 503 && response.headers.has('retry-after'))
    throw new PagesClosed(await closedWords(response));
  if (!response.ok) throw new Error(`${SIGNED_IN}: ${response.status}`);
  const { memberId }: { memberId: string | null } = await response.json();
  return memberId;
};
