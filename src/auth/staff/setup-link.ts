import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Random } from '../../kernel/random.ts';
import { hashSecret, newSecret } from './sessions.ts';

/** How long the link of the first owner works, in ms. */
const SETUP_MS = 30 * MINUTE_MS;

/** The link with which the first owner sets the studio up, as the server keeps it: in memory. */
export interface SetupLink {
  /** Whether a token is the one of the link, and it has not expired. */
  accepts(token: string, nowMs: number): boolean;
  isOpen(nowMs: number): boolean;
}

/** A new link. The token is shown once. */
export const newSetupLink = (random: Random, nowMs: number): { readonly token: string; readonly link: SetupLink } => {
  const token = newSecret(random);
  const hash = hashSecret(token);
  const isOpen = (now: number): boolean => now - nowMs < SETUP_MS;
  return {
    token,
    link: {
      isOpen,
      accepts: (given, now) => isOpen(now) && crypto.timingSafeEqual(hash, hashSecret(given)),
    },
  };
};
