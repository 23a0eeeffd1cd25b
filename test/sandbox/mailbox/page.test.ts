import { expect, test } from 'bun:test';
import type { KeptMail } from '../../../src/sandbox/mailbox/mailbox.ts';
import { listPage, mailPage } from '../../../src/sandbox/mailbox/page.ts';

const HOSTILE = '</title><script>alert(1)</script>"x"';
const ESCAPED = '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;x&quot;';

const mail: KeptMail = {
  id: 'mail_1',
  object: 'sandbox_mail',
  sentAt: '2026-11-27T17:42:00.000Z',
  from: 'studio@studio.example',
  fromName: HOSTILE,
  to: `"${HOSTILE}"@studio.example`,
  replyTo: HOSTILE,
  subject: HOSTILE,
  text: HOSTILE,
  html: '<p>The mail</p>',
  messageId: '<1@studio.example>',
  unsubscribeUrl: `https://studio.example/${HOSTILE}`,
  calendar: null,
  answer: HOSTILE,
};

test('what a mail says is no markup of the page about it', () => {
  for (const page of [listPage([mail]), mailPage(mail)]) {
    expect(page).not.toContain('<script');
    expect(page).toContain(ESCAPED);
  }
  expect(mailPage(mail)).toContain(`<title>${ESCAPED}</title>`);
});

test('the list has the newest mail first, and says that there is none', () => {
  const page = listPage([
    { ...mail, id: 'mail_1' },
    { ...mail, id: 'mail_2' },
  ]);
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/sandbox/mailbox/mail_2',
    '/sandbox/mailbox/mail_1',
  ]);
  expect(page).toContain('<time datetime="2026-11-27T17:42:00.000Z">2026-11-27 17:42 UTC</time>');
  expect(listPage([])).toContain('<p class="empty">No email yet.');
});
