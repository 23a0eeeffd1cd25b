import { useQueryClient } from '@tanstack/react-query';
import { untilServed } from '../../../api/until-served.ts';

/** Before this the server may not have begun to take a change over. */
const FIRST_ASKED_MS = 600;

/** Waits until the server has taken over another mail server or card processor, and shows what is so then. */
export const useTakenOver = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return async () => {
    await untilServed(FIRST_ASKED_MS);
    await queries.invalidateQueries();
  };
};
