import { expect, test } from 'bun:test';
import { rawMail } from '../../src/mail/parts.ts';
import { exampleMail } from '../helpers/letters.ts';

test('a raw mail has the line ends of its way, in all parts', async () => {
  const mail = {
    ...exampleMail('booking_confirmed', 'en'),
    messageId: '1@example.com',
    to: 'ann@example.com',
    fromName: 'Studio',
    replyTo: null,
    calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    unsubscribeUrl: null,
  } as const;
  const raw = (await rawMail(mail, 'studio@example.com', 0)).toString('latin1');
  expect(raw).toContain('\r\n\r\n');
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
