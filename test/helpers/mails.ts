import type { Mail, MailTransport } from '../../src/mail/transport.ts';
import { openStudio } from './api.ts';

/** A transport that keeps what it is given. `answer` may throw as a mail server refuses. */
export const keepMails = (answer: (mail: Mail) => void = () => {}) => {
  const mails: Mail[] = [];
  const transport: MailTransport = {
    fromAddress: 'studio@example.com',
    async send(mail) {
      answer(mail);
      mails.push(mail);
      return '250 OK';
    },
    close: () => {},
  };
  return { mails, transport };
};

/** A studio that writes mails. */
export const openMailStudio = async (answer?: (mail: Mail) => void, options: Parameters<typeof openStudio>[0] = {}) => {
  const { mails, transport } = keepMails(answer);
  const studio = await openStudio({ ...options, mail: transport });
  return { studio, mails };
};
