import { expect, test } from 'bun:test';
import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';
import { MESSAGE_KINDS } from '../../src/resources/messages/record.ts';
import { MEMBER_LANGUAGES } from '../../src/texts/made/languages.ts';
import { testsEverything } from '../helpers/everything.ts';
import { exampleLetter, exampleMail } from '../helpers/letters.ts';

/** Mails are laid out by tables with attributes and inline styles, since mail programs know no other way. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // A rule for search engines.
    'long-title': 'off',
    'doctype-style': ['error', { style: 'lowercase' }],
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'no-conditional-comment': 'off',
    'prefer-tbody': 'off',
  },
});

/** What a mail program may leave out: the mail is read there without it. */
const HARMLESS = new Set([
  // The colours and the layout are inline: without the sheet a mail has the light look and two columns.
  '@media',
  '<style> element',
  // The ground is on a table too.
  '<body> element',
  // The line for lists of mails is then the first line of the mail.
  'display:none',
  'overflow',
  // Corners are square.
  'border-radius',
  // What they say to screen readers is then missing.
  'aria-hidden attribute',
  'role attribute',
]);

/** What of a mail Gmail, Outlook or Apple Mail does not know, by name. */
const unsupported = (html: string): string[] => {
  const { issues } = caniemail({ clients: ['gmail.*', 'outlook.*', 'apple-mail.*'], html });
  const titles = [...issues.errors.values()].flat().map(({ title }) => title);
  return [...new Set(titles)].filter((title) => !HARMLESS.has(title)).sort();
};

const wordsOf = (html: string): string =>
  html
    .replace(/<head>[\s\S]*<\/head>|<!--[\s\S]*?-->/g, '')
    .replace(/<(?:br|\/p|\/td|\/h1|\/div)\b[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
    .replace(/\s+/g, ' ');

/** Each kind in English, and in one of the other languages, which take turns. */
const kindsIn = (language: (typeof MEMBER_LANGUAGES)[number]) => {
  const turn = MEMBER_LANGUAGES.indexOf(language);
  if (testsEverything || turn === 0) return MESSAGE_KINDS;
  return MESSAGE_KINDS.filter((_, index) => index % (MEMBER_LANGUAGES.length - 1) === turn - 1);
};

for (const language of MEMBER_LANGUAGES) {
  test.each(kindsIn(language))(`%s in ${language} is valid HTML that mail programs show`, async (kind) => {
    const { html, text } = exampleMail(kind, language);
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
    expect(unsupported(html)).toEqual([]);
    // 102 kB is where Gmail cuts a mail off.
    expect(html.length).toBeLessThan(20_000);

    const { heading, lead, block, facts = [], rows = [], note, foot, action, footLink } = exampleLetter(kind, language);
    const said = [
      heading,
      lead,
      block?.title,
      ...(block?.lines ?? []),
      note?.strong,
      note?.text,
      action?.label,
      footLink?.label,
      ...facts.flatMap(({ label, lines }) => [label, ...lines]),
      ...rows.flatMap(({ label, value }) => [label, value]),
      ...foot,
    ].filter((each) => each !== undefined);
    const words = wordsOf(html);
    expect(said.filter((each) => !text.includes(each))).toEqual([]);
    expect(said.filter((each) => !words.includes(each.replace(/\s+/g, ' ')))).toEqual([]);
    expect(`${text}${words}`).not.toMatch(/\{|\b(?:undefined|null|NaN)\b/);
  });
}

const NASTY = 'Eve\r\nBcc: all@example.com\u2028<script>alert("1")</script> {firstName} <b>\'&quot;\u202E';

test('names with line breaks, quotes, HTML or template syntax stay names', () => {
  for (const kind of MESSAGE_KINDS) {
    const { subject, html, text } = exampleMail(kind, 'en', { firstName: NASTY, studio: NASTY });
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(html).not.toMatch(/<script|<b>|\u2028|\u202E/);
    expect(text).not.toMatch(/\r|\u2028|\u202E|^Bcc/m);
    expect(text).toContain('{firstName}');
  }
});

test('texts of a brand are words and values, and nothing else', () => {
  const own = { subject: 'For {firstName}\r\nBcc: all@example.com', lead: '<b>{what}</b>\n<script>1</script>' };
  const { subject, html, text } = exampleMail('booking_confirmed', 'en', { own, firstName: '{what}' });
  expect(subject).toBe('For {what} Bcc: all@example.com');
  expect(html).not.toMatch(/<b>|<script/);
  expect(text).toContain('<b>Strength Basics</b>\n\n<script>1</script>');
});
