import { newSecret } from '../../../auth/staff/sessions.ts';
import { createThrottle, type Lane, sharedBy } from '../../../auth/staff/throttle.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import type { Random } from '../../../kernel/random.ts';

// Emails that someone asks for without signing in: codes, and links for new passwords.

/** Requests from one network address, for any mailbox. */
const fromNetwork = sharedBy(20, 3 * MINUTE_MS);
/**
 * Emails to one mailbox: those that one asker gets, and those of all strangers together. A code works for ten minutes, so a
 * mailbox to which strangers have many emails sent always has one that works.
 */
const EVERY_MS = 10 * MINUTE_MS;
const ofAsker = sharedBy(3, EVERY_MS);
const ofStrangers = sharedBy(6, EVERY_MS);

/** Whoever has asked once may ask again with the secret of the request: this many emails, within this time. */
const MOST_OF_REQUEST = 3;
const REQUEST_MS = 30 * MINUTE_MS;

interface MailRequest {
  readonly email: string;
  mails: number;
  readonly until: number;
}

interface Asking {
  readonly network: string;
  readonly email: string;
  /** By what the browser is known in which the owner of the mailbox has signed in before. */
  readonly known: string | undefined;
  /** The secret of an earlier request. */
  readonly requestToken?: string | undefined;
}

/** Limits emails by mailbox and asker, so that strangers use up those of strangers only. The counts are in memory. */
export const createMailLimits = (random: Random, clock: Clock) => {
  const throttle = createThrottle(clock, 'requests');
  const requests = new Map<string, MailRequest>();

  /** Counts one in all of these, or in none. */
  const take = (lanes: readonly Lane[]): boolean => {
    if (throttle.waits(lanes)) return false;
    throttle.count(lanes);
    return true;
  };
  const forgetEnded = (): void => {
    const now = clock.now();
    for (const [token, { until }] of requests) {
      if (now < until) return;
      requests.delete(token);
    }
  };
  /** The request of a secret, if it may have one more email. */
  const openRequest = (token: string | undefined, email: string): MailRequest | undefined => {
    const found = token === undefined ? undefined : requests.get(token);
    const isOpen = found?.email === email && clock.now() < found.until && found.mails < MOST_OF_REQUEST;
    return isOpen ? found : undefined;
  };

  return {
    /**
     * Counts a request. `isMailed` says whether the mailbox gets an email for it, and `requestToken` is the secret with which
     * its asker continues: there is one in any case.
     * @throws Problem 429 for a network address that asks too often.
     */
    count({ network, email, known, requestToken }: Asking): { isMailed: boolean; requestToken: string } {
      forgetEnded();
      const earlier = openRequest(requestToken, email);
      if (earlier !== undefined && requestToken !== undefined) {
        earlier.mails += 1;
        take([ofStrangers('mails', email)]);
        return { isMailed: true, requestToken };
      }
      const fresh = newSecret(random);
      if (known === undefined) throttle.begin([fromNetwork('mails', network)]).failed();
      const lanes =
        known === undefined
          ? [ofAsker('mails', email, network), ofStrangers('mails', email)]
          : [ofAsker('mails', email, 'known', known)];
      const isMailed = take(lanes);
      if (isMailed) requests.set(fresh, { email, mails: 1, until: clock.now() + REQUEST_MS });
      return { isMailed, requestToken: fresh };
    },
    /** Whoever has used up the tries of a request begins with another one. */
    endRequest: (requestToken: string): void => void requests.delete(requestToken),
  };
};
