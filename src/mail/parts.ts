import type { Mail } from './transport.ts';

const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl === null
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** The parts of an email as nodemailer takes them. It encodes names and subjects, so that no line break of theirs ends a header. */
export const partsOf = (mail: Mail, fromAddress: string) => ({
  messageId: `<${mail.messageId}>`,
  from: { name: mail.fromName, address: fromAddress },
  to: { name: '', address: mail.to },
  ...(mail.replyTo === null ? {} : { replyTo: { name: mail.fromName, address: mail.replyTo } }),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: headersOf(mail),
  ...(mail.calendar === null
    ? {}
    : { icalEvent: { method: mail.calendar.method, filename: 'invite.ics', content: mail.calendar.content } }),
  // Nothing in an email is read from a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** An email as its recipient gets it (RFC 5322). Its library is loaded with the first email that is asked for. @param date epoch ms */
export const rawMail = async (mail: Mail, fromAddress: string, date: number): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  // Lines end as they do on their way: texts would keep the ends that they were written with.
  const parts = { ...partsOf(mail, fromAddress), date: new Date(date), newline: 'windows' };
  return new MailComposer(parts).compile().build();
};
