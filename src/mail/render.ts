import type { Letter, Look } from './letter.ts';
import { oneLine, paragraphsOf } from './one-line.ts';
import { sheetOf, stylesOf } from './styles.ts';

interface Link {
  readonly label: string;
  readonly url: string;
}

const linked = ({ label, url }: Link): string => `${oneLine(label)}: ${url}`;
const joined = (lines: readonly string[]): string => lines.map(oneLine).join('\n');

/** An email as text: the sentences of its HTML, in the same order. */
const textOf = (letter: Letter): string => {
  const { heading, lead, block, facts = [], rows = [], action, ownNote = '', note, foot, footLink } = letter;
  const parts = [
    oneLine(heading),
    ...paragraphsOf(lead),
    ...(block === undefined ? [] : [joined([block.title, ...block.lines])]),
    ...facts.map(({ label, lines }) => joined([label, ...lines])),
    ...(rows.length === 0 ? [] : [joined(rows.map(({ label, value }) => `${label}: ${value}`))]),
    ...(action === undefined ? [] : [linked(action)]),
    ...paragraphsOf(ownNote),
    ...(note === undefined ? [] : paragraphsOf(`${note.strong ?? ''} ${note.text}`)),
    ...(note?.link === undefined ? [] : [linked(note.link)]),
  ];
  const below = [...foot.map(oneLine), ...(footLink === undefined ? [] : [linked(footLink)])];
  return `${parts.join('\n\n')}\n\n-- \n${below.join('\n')}\n`;
};

const escaped = (text: string): string => Bun.escapeHTML(oneLine(text));
const lines = (given: readonly string[]): string => given.map(escaped).join('<br>');

const OPEN = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';
const WIDE = `${OPEN} width="100%"`;
const CLOSE = '</table>';

/** The parts of an email as HTML. Tables, since Outlook lays out nothing else. */
const partsOf = (look: Look) => {
  const styles = stylesOf(look.light);
  const at = (name: keyof typeof styles, classes = ''): string =>
    `${classes === '' ? '' : ` class="${classes}"`} style="${styles[name]}"`;
  const link = ({ label, url }: { readonly label: string; readonly url: string }): string =>
    `<a${at('link', 'm-link')} href="${Bun.escapeHTML(url)}">${escaped(label)}</a>`;

  const logo = (): string => {
    const { logoUrl, studioName } = look;
    if (logoUrl !== null) {
      return `<td width="36" height="36"><img alt="" width="36" height="36"${at('logo')} src="${Bun.escapeHTML(logoUrl)}"></td>`;
    }
    const [first = ''] = oneLine(studioName).toUpperCase();
    return `<td width="36" height="36" align="center" valign="middle" class="m-solid m-on" style="${styles.mark}">${Bun.escapeHTML(first)}</td>`;
  };

  const head = (): string =>
    `<tr><td${at('head')}>${OPEN}><tr>${logo()}<td${at('studio', 'm-text')}>${escaped(look.studioName)}</td></tr>${CLOSE}</td></tr>`;

  const block = ({ title, lines: own }: NonNullable<Letter['block']>): string =>
    `${WIDE}><tr><td${at('space')}>${WIDE}><tr><td${at('block', 'm-when')}>
<p${at('blockTitle', 'm-strong')}>${escaped(title)}</p>${own.length === 0 ? '' : `\n<p${at('blockLines', 'm-strong')}>${lines(own)}</p>`}
</td></tr>${CLOSE}</td></tr>${CLOSE}`;

  const fact = ({ label, lines: own }: NonNullable<Letter['facts']>[number], isBeside: boolean): string =>
    `<td${at(isBeside ? 'factBeside' : 'fact', 'm-half')} width="50%" valign="top"><p${at('label', 'm-quiet')}>${escaped(label)}</p><p${at('value', 'm-text')}>${lines(own)}</p></td>`;

  const facts = (given: NonNullable<Letter['facts']>): string => {
    const rows: string[] = [];
    for (let index = 0; index < given.length; index += 2) {
      const pair = given.slice(index, index + 2).map((each, place) => fact(each, place === 1));
      rows.push(`<tr>${pair.join('\n')}${pair.length === 1 ? '<td class="m-half" width="50%"></td>' : ''}</tr>`);
    }
    return `${WIDE}>${rows.join('\n')}${CLOSE}`;
  };

  const rows = (given: NonNullable<Letter['rows']>): string => {
    const own = given.map(({ label, value, isTotal = false }, index) => {
      const isLast = index === given.length - 1;
      const style = at(isTotal ? 'total' : isLast ? 'last' : 'row', 'm-text m-line');
      return `<tr><td${style}>${escaped(label)}</td><td${style} align="right">${escaped(value)}</td></tr>`;
    });
    return `${WIDE}><tr><td${at('space')}>${WIDE}>${own.join('\n')}${CLOSE}</td></tr>${CLOSE}`;
  };

  const action = ({ label, url }: NonNullable<Letter['action']>): string =>
    `${WIDE}><tr><td${at('action')}>${OPEN} class="m-wide"><tr><td${at('button', 'm-solid')}><a${at('buttonLink', 'm-button m-on')} href="${Bun.escapeHTML(url)}">${escaped(label)}</a></td></tr>${CLOSE}</td></tr>${CLOSE}`;

  const note = ({ strong, text, link: own }: NonNullable<Letter['note']>): string => {
    const paragraphs = paragraphsOf(text).map((each) => Bun.escapeHTML(each));
    const goesOn = at('noteGoesOn', 'm-quiet');
    const title = strong === undefined ? '' : `<strong${at('strong', 'm-text')}>${escaped(strong)}</strong> `;
    const [first = '', ...others] = paragraphs;
    const all = [`${title}${first}`, ...others];
    if (own !== undefined) all[all.length - 1] += ` ${link(own)}`;
    return all.map((each, index) => `<p${index === 0 ? at('note', 'm-quiet m-line') : goesOn}>${each}</p>`).join('\n');
  };

  const ownNote = (text: string): string => {
    const goesOn = at('ownNoteGoesOn', 'm-text');
    return paragraphsOf(text)
      .map((each, index) => `<p${index === 0 ? at('ownNote', 'm-text') : goesOn}>${Bun.escapeHTML(each)}</p>`)
      .join('\n');
  };

  const foot = (letter: Letter): string => {
    const own = letter.foot.map(escaped);
    if (letter.footLink !== undefined) own.push(`${own.pop() ?? ''} ${link(letter.footLink)}`);
    return `<tr><td${at('foot', 'm-quiet')}>${own.join('<br>')}</td></tr>`;
  };

  const card = (letter: Letter): string => {
    const { heading, lead } = letter;
    const asLead = at('lead', 'm-quiet');
    const parts = [
      `<h1${at('heading', 'm-text')}>${escaped(heading)}</h1>`,
      ...paragraphsOf(lead).map((each) => `<p${asLead}>${Bun.escapeHTML(each)}</p>`),
      letter.block && block(letter.block),
      letter.facts && letter.facts.length > 0 && facts(letter.facts),
      letter.rows && letter.rows.length > 0 && rows(letter.rows),
      letter.action && action(letter.action),
      letter.ownNote && ownNote(letter.ownNote),
      letter.note && note(letter.note),
    ];
    return `<tr><td${at('card', 'm-card m-pad')}>${parts.filter(Boolean).join('\n')}</td></tr>`;
  };
  return { styles, head, card, foot };
};

/** An email: its subject, and its content as HTML and as text of the same sentences. */
export const render = (
  letter: Letter,
  look: Look,
): { readonly subject: string; readonly html: string; readonly text: string } => {
  const { styles, head, card, foot } = partsOf(look);
  const html = `<!doctype html>
<html lang="${escaped(look.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.subject)}</title>
<style>
${sheetOf(look.dark)}
</style>
<!--[if mso]><style>table, td, p, h1, a { font-family: Arial, sans-serif !important; }</style><![endif]-->
</head>
<body class="m-ground" style="${styles.body}">
<div style="${styles.preview}" aria-hidden="true">${escaped(letter.preview)}</div>
${WIDE} class="m-ground" style="${styles.ground}"><tr><td align="center" class="m-outer" style="${styles.outer}">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${WIDE} style="${styles.width}">
${head()}
${card(letter)}
${foot(letter)}
${CLOSE}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>${CLOSE}
</body>
</html>
`;
  return { subject: oneLine(letter.subject), html, text: textOf(letter) };
};
