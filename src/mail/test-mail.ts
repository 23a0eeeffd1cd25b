import type { Random } from '../kernel/random.ts';
import type { Mail } from './transport.ts';

const SUBJECT = 'A test mail of studiod';
const LINES = ['This is a test mail of studiod.', 'The mail server is set up: the studio can write to people.'];

/** The mail with which somebody tries the mail server. */
export const createTestMail = (to: string, fromAddress: string, random: Random): Mail => ({
  messageId: `test.${Buffer.from(random.bytes(12)).toString('hex')}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`,
  to,
  fromName: 'studiod',
  replyTo: null,
  subject: SUBJECT,
  html: `<!doctype html><html lang="en"><title>${SUBJECT}</title>${LINES.map((line) => `<p>${line}</p>`).join('')}</html>`,
  text: LINES.join('\n\n'),
  calendar: null,
  unsubscribeUrl: null,
});
