import type { Read } from '../../../database/database.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, forbidden } from '../../../kernel/problem.ts';
import { type Mail, MailNotSent } from '../../../mail/transport.ts';
import { createTries } from '../../../rate-limits/tries.ts';
import { brandDefaults, brandSettings, notificationSettings } from '../../settings/queries.ts';
import { Staff } from '../../staff/record.ts';

/** A mail as it is tried, without the words of a transport. */
type Trial = Pick<Mail, 'subject' | 'html' | 'text'>;

/** What became of a test. */
interface Tried {
  readonly isAccepted: boolean;
  /** What the mail server said. */
  readonly message: string;
  readonly email: string;
}

/** Sends one mail now. Resolves with what the server said. @throws MailNotSent */
export type SendNow = (mail: Omit<Mail, 'messageId'>) => Promise<string>;

/** Sends mails to whoever tries them. */
export const createTests = (clock: Pick<Clock, 'now'>, sendNow: SendNow | undefined) => {
  const requireRoom = createTries(clock);

  /**
   * Sends a mail to the caller's own address and to no other.
   * @throws Problem 403 without a person, 409 `mail_not_set_up`, 429 `rate_limited`.
   */
  return async (read: Read, caller: Caller, trial: Trial): Promise<Tried> => {
    const staffId = staffIdOf(caller);
    const person = staffId === null ? undefined : Staff.rows.find(read, staffId);
    if (person === undefined) {
      throw forbidden('A test goes to the address of a staff member. Sign in, or use a key that acts for one.');
    }
    if (sendNow === undefined)
      throw conflict('mail_not_set_up', 'This studio sends no mails. Set up a mail server first.');
    requireRoom(person.id);
    const { fromName, replyTo } = notificationSettings(read, brandDefaults(read).defaultSiteId);
    const from = { fromName: fromName ?? brandSettings(read).name, replyTo };
    const { email } = person;
    try {
      const mail = { ...trial, ...from, to: email, calendar: null, unsubscribeUrl: null };
      return { isAccepted: true, message: await sendNow(mail), email };
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      return { isAccepted: false, message: error.message, email };
    }
  };
};
