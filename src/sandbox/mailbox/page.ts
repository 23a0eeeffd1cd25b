import { type Html, html, htmlLines, styleElement } from '../../kernel/html.ts';
import baseStyle from '../../pages/branded-page.css' with { type: 'text' };
import style from './mailbox.css' with { type: 'text' };
import type { KeptMail } from './mailbox.ts';

const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styleElement(baseStyle + style)}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text;

const address = ({ id }: KeptMail): string => `/sandbox/mailbox/${id}`;

const time = (instant: string): Html =>
  html`<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>`;

const itemOf = (mail: KeptMail): Html =>
  html`<li><a href="${address(mail)}"><span class="subject">${mail.subject}</span><span class="quiet">${mail.to}</span><span class="quiet">${time(mail.sentAt)}</span></a></li>`;

/** The emails of the sandbox, the newest first. */
export const listPage = (mails: readonly KeptMail[]): string =>
  page(
    'Mailbox of the sandbox',
    html`<h1>Mailbox</h1>
<p class="quiet">What the sandbox has written to people. A reset empties it.</p>
${
  mails.length === 0
    ? html`<p class="empty">No email yet. Book a session, and load this page again.</p>`
    : html`<ol>${htmlLines(mails.toReversed().map(itemOf))}</ol>`
}`,
  );

const factsOf = (mail: KeptMail): Html => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['From', `${mail.fromName} <${mail.from}>`],
    ['To', mail.to],
    ['Reply to', mail.replyTo],
    ['Unsubscribe', mail.unsubscribeUrl],
    ['Calendar', mail.calendar?.method ?? null],
    ['The mail server said', mail.answer],
  ];
  const rows = facts.map(([name, value]) => value !== null && html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<dl><dt>Sent</dt><dd>${time(mail.sentAt)}</dd>${rows}</dl>`;
};

/** An email for its frame. Links open in a tab of their own, since the frame may not leave the page. */
export const framedMail = (mail: KeptMail): string =>
  mail.html.replace(/<a(?=\s)/gi, '<a target="_blank" rel="noreferrer"');

/** An email as its reader sees it, and its text. */
export const mailPage = (mail: KeptMail): string =>
  page(
    mail.subject,
    html`<p><a href="/sandbox/mailbox">All mails</a></p>\n<h1>${mail.subject}</h1>\n${factsOf(mail)}
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address(mail)}/html"></iframe>
<h2>As text</h2>\n<pre tabindex="0">${mail.text}</pre>
<p><a href="${address(mail)}/raw">As its recipient gets it</a> (message/rfc822)</p>`,
  );
