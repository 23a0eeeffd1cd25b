import { useRef } from 'react';
import { idempotencyKey } from './client.ts';
import { isSpent } from './spent-keys.ts';

type Key = ReturnType<typeof idempotencyKey>;

/**
 * Keys for the requests of a form: a repeat of the same body has the same key, so that it does nothing more. Another body has
 * another key, and so has a repeat after a refusal that the server has stored.
 */
export const useKeyFor = (): ((body: unknown) => Key) => {
  const last = useRef<{ readonly text: string; readonly key: Key }>(undefined);
  return (body) => {
    const text = JSON.stringify(body);
    const isGood = last.current?.text === text && !isSpent(last.current.key['Idempotency-Key']);
    if (last.current === undefined || !isGood) last.current = { text, key: idempotencyKey() };
    return last.current.key;
  };
};
