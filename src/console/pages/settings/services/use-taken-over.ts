import { untilServed } from '../../../api/until-served.ts';
import { useRefreshAll } from '../../../live/refresh.ts';

/** Before this the server may not have begun to take a change over. */
const FIRST_ASKED_MS = 600;

/** Waits until the server has taken over another mail server or card processor, and shows what is so then. */
export const useTakenOver = (): (() => Promise<void>) => {
  const refresh = useRefreshAll();
  return async () => {
    await untilServed(FIRST_ASKED_MS);
    await refresh();
  };
};
