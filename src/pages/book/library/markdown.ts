import { Lexer, Marked, type Token, type Tokens } from 'marked';
import { type Html, html } from '../html.ts';
import { ownFile } from '../own-file.ts';

/** Where a link may lead: to pages and to mails, so that no script runs. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** The entities that people write in texts. Others stay as they were typed. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
]);

const decoded = (text: string): string => text.replace(/&(?:\w+|#39);/g, (entity) => ENTITIES.get(entity) ?? entity);

const inline = (tokens: readonly Token[] = []): Html => html`${tokens.map(partOf)}`;

const linked = (href: string, tokens: readonly Token[] | undefined): Html => {
  const address = decoded(href).trim();
  if (!SAFE.test(address)) return inline(tokens);
  return html`<a class="link" href="${address}" target="_blank" rel="noopener noreferrer">${inline(tokens)}</a>`;
};

/** Pictures of other hosts are not loaded, so they are named. */
const picture = (path: string, text: string): Html => {
  return path === '' ? html`${decoded(text)}` : html`<img src="${path}" alt="${decoded(text)}" loading="lazy">`;
};

function partOf(token: Token): Html {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token.tokens)}</strong>`;
    case 'em':
      return html`<em>${inline(token.tokens)}</em>`;
    case 'del':
      return html`<del>${inline(token.tokens)}</del>`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'br':
      return html`<br>`;
    case 'link':
      return linked(token.href, token.tokens);
    case 'image':
      return picture(token.href, token.text);
    case 'text':
      return token.tokens === undefined ? html`${decoded(token.text)}` : inline(token.tokens);
    case 'escape':
      return html`${token.text}`;
    default:
      return html`${token.raw}`;
  }
}

const listOf = (items: readonly Tokens.ListItem[], first: number | undefined): Html => {
  const lines = items.map(({ tokens }) => html`<li>${blocks(tokens.filter(({ type }) => type !== 'checkbox'))}</li>`);
  return first === undefined ? html`<ul>${lines}</ul>` : html`<ol start="${first}">${lines}</ol>`;
};

const tableOf = (header: readonly Tokens.TableCell[], rows: readonly (readonly Tokens.TableCell[])[]): Html => {
  const cells = rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${inline(tokens)}</td>`)}</tr>`);
  return html`<table><thead><tr>${header.map(({ tokens }) => html`<th>${inline(tokens)}</th>`)}</tr></thead><tbody>${cells}</tbody></table>`;
};

function blockOf(token: Token): Html | undefined {
  switch (token.type) {
    case 'heading':
      // Below the title of the page, without a gap between them.
      return token.depth <= 2 ? html`<h2>${inline(token.tokens)}</h2>` : html`<h3>${inline(token.tokens)}</h3>`;
    case 'paragraph':
      return html`<p>${inline(token.tokens)}</p>`;
    case 'text':
      return inline(token.tokens ?? [token]);
    case 'list':
      return listOf(token.items, token.ordered ? Number(token.start) || 1 : undefined);
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [])}</blockquote>`;
    case 'code':
      return html`<pre><code>${token.text}</code></pre>`;
    case 'hr':
      return html`<hr>`;
    case 'table':
      return tableOf(token.header, token.rows);
    case 'space':
    case 'def':
      return undefined;
    default:
      return html`<p>${token.raw}</p>`;
  }
}

const blocks = (tokens: readonly Token[]): Html => html`${tokens.map(blockOf)}`;

const walker = new Marked();

/** Markdown as HTML. Markup in it does nothing: it is shown as it was typed. */
export const markdown = (own: Parameters<typeof ownFile>[0], text: string): Html => {
  const tokens = new Lexer({ gfm: true }).lex(text);
  walker.walkTokens(tokens, (token) => {
    if (token.type === 'image') token.href = ownFile(own, decoded(token.href)) ?? '';
  });
  return blocks(tokens);
};
