import type { Random } from '../kernel/random.ts';
import type { Mail, MailTransport } from './transport.ts';

const SUBJECT = 'A test mail of studiod';
const LINES = ['This is a test mail of studiod.', 'The mail server is set up: the studio can write to people.'];

/** A Message-ID of a mail that is a try and is sent once. */
const testId = (random: Random, fromAddress: string): string =>
  `test.${Buffer.from(random.bytes(12)).toString('hex')}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`;

/** Sends mails that are tried, outside of the queue: whoever tries them waits for the answer of the server. */
export const createSendNow =
  (transport: MailTransport, random: Random) =>
  (mail: Omit<Mail, 'messageId'>): Promise<string> =>
    transport.send({ ...mail, messageId: testId(random, transport.fromAddress) });

/** The mail with which someone tries the mail server. */
export const createTestMail = (to: string, fromAddress: string, random: Random): Mail => ({
  messageId: testId(random, fromAddress),
  to,
  fromName: 'studiod',
  replyTo: null,
  subject: SUBJECT,
  html: `<!doctype html><html lang="en"><title>${SUBJECT}</title>${LINES.map((line) => `<p>${line}</p>`).join('')}</html>`,
  text: LINES.join('\n\n'),
  calendar: null,
  unsubscribeUrl: null,
});
