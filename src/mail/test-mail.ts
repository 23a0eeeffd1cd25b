import { html } from '../kernel/html.ts';
import type { Random } from '../kernel/random.ts';
import { mailLanguageOf, mailTranslator } from '../texts/mail.ts';
import type { Mail, MailTransport } from './transport.ts';

/** A Message-ID of an email that is a try and is sent once. */
const testId = (random: Random, fromAddress: string): string =>
  `test.${Buffer.from(random.bytes(12)).toString('hex')}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`;

/** Sends emails that are tried, outside of the queue: whoever tries them waits for the answer of the server. */
export const createSendNow =
  (transport: MailTransport, random: Random) =>
  (mail: Omit<Mail, 'messageId'>): Promise<string> =>
    transport.send({ ...mail, messageId: testId(random, transport.fromAddress) });

/** The email with which someone tries the mail server, in the language of a locale. */
export const createTestMail = (to: string, fromAddress: string, random: Random, locale = 'en'): Mail => {
  const language = mailLanguageOf(locale);
  const t = mailTranslator(language, 'formal');
  const [subject, text] = [t('testSubject'), t('testText')];
  return {
    messageId: testId(random, fromAddress),
    to,
    fromName: 'studiod',
    replyTo: null,
    subject,
    html: html`<!doctype html><html lang="${language}"><title>${subject}</title><p>${text}</p></html>`.text,
    text,
    calendar: null,
    unsubscribeUrl: null,
  };
};
