import type { Read } from '../../../database/database.ts';
import { requireNotErased } from '../../../records/erased.ts';

interface Row {
  /** What exports of studiod have besides: there an erasure has removed what identified the client. */
  readonly state?: unknown;
}

/**
 * Refuses a new row of another system with words about an erased client, which no one would erase anymore.
 * @throws Problem 409 `client_erased`.
 */
export const requireNoNewWords = (
  read: Read,
  clientId: string,
  { state }: Row,
  words: readonly (string | null | undefined)[],
): void => {
  if (state === undefined && words.some((text) => text)) requireNotErased(read, clientId, 'Leave out words.');
};
