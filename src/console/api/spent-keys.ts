import { codeOf } from './refusals/in-words.ts';

const spent = new Set<string>();

/** Another request with the key still runs: its response is not known yet. */
const STILL_RUNS = 'idempotency_key_in_use';

/** Whether the server has refused a request with a key for good: it would repeat that refusal, whatever has changed since. */
export const isSpent = (key: string): boolean => spent.has(key);

/**
 * Notes the key of a request that did nothing and whose refusal the server has stored. Where no response came, or the server
 * failed, the key stays good: the request may have done what it asks for.
 */
export const noteRefusal = async (request: Request, response: Response): Promise<void> => {
  const key = request.headers.get('Idempotency-Key');
  if (key === null || (response.status !== 404 && response.status !== 409)) return;
  if ((await codeOf(response)) !== STILL_RUNS) spent.add(key);
};
