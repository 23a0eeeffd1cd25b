import { escapeText } from '../../http/docs/html.ts';
import template from './mailbox.html' with { type: 'text' };
import type { KeptMail } from './mailbox.ts';

const fill = (title: string, content: string): string => {
  const parts: Readonly<Record<string, string>> = { title: escapeText(title), content };
  // Bun's types describe an HTML import as a bundle; imported as text it is a string.
  return String(template).replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? '');
};

const address = ({ id }: KeptMail): string => `/sandbox/mailbox/${id}`;

const time = (instant: string): string =>
  `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>`;

const itemOf = (mail: KeptMail): string =>
  `<li><a href="${address(mail)}"><span class="subject">${escapeText(mail.subject)}</span>` +
  `<span class="quiet">${escapeText(mail.to)}</span><span class="quiet">${time(mail.sentAt)}</span></a></li>`;

/** The mails of the sandbox, the newest first. */
export const listPage = (mails: readonly KeptMail[]): string =>
  fill(
    'Mailbox of the sandbox',
    `<h1>Mailbox</h1>\n<p class="quiet">What the sandbox has written to people. A reset empties it.</p>\n${
      mails.length === 0
        ? '<p class="empty">No mail yet. Book a session, and load this page again.</p>'
        : `<ol>${mails.toReversed().map(itemOf).join('\n')}</ol>`
    }`,
  );

const factsOf = (mail: KeptMail): string => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['From', `${mail.fromName} <${mail.from}>`],
    ['To', mail.to],
    ['Reply to', mail.replyTo],
    ['Unsubscribe', mail.unsubscribeUrl],
    ['Calendar', mail.calendar?.method ?? null],
    ['The mail server said', mail.answer],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : `<dt>${name}</dt><dd>${escapeText(value)}</dd>`,
  );
  return `<dl><dt>Sent</dt><dd>${time(mail.sentAt)}</dd>${rows.join('')}</dl>`;
};

/** A mail for its frame. Links open in a tab of their own, since the frame may not leave the page. */
export const framedMail = ({ html }: KeptMail): string =>
  html.replace(/<a(?=\s)/gi, '<a target="_blank" rel="noreferrer"');

/** A mail as its reader sees it, and its text. */
export const mailPage = (mail: KeptMail): string =>
  fill(
    mail.subject,
    `<p><a href="/sandbox/mailbox">All mails</a></p>\n<h1>${escapeText(mail.subject)}</h1>\n${factsOf(mail)}
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address(mail)}/html"></iframe>
<h2>As text</h2>\n<pre tabindex="0">${escapeText(mail.text)}</pre>
<p><a href="${address(mail)}/raw">As its recipient gets it</a> (message/rfc822)</p>`,
  );
