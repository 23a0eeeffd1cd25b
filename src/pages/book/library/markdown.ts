import { BoundedTexts } from '../../../kernel/bounded-texts.ts';
import type { Block, Cell, Inline, ListItem } from '../../../kernel/markdown/nodes.ts';
import { parseMarkdown } from '../../../kernel/markdown/parse.ts';
import { type Html, html } from '../html.ts';
import { ownFile } from '../own-file.ts';

/** Where a link may lead: to pages and to mails, so that no script runs. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;

type Own = Parameters<typeof ownFile>[0];

const linked = (own: Own, href: string, children: readonly Inline[]): Html => {
  const address = href.trim();
  if (!SAFE.test(address)) return line(own, children);
  return html`<a class="link" href="${address}" target="_blank" rel="noopener noreferrer">${line(own, children)}</a>`;
};

/** Pictures of other hosts are not loaded, so they are named. */
const picture = (own: Own, href: string, text: string): Html => {
  const path = ownFile(own, href);
  return path === undefined ? html`${text}` : html`<img src="${path}" alt="${text}" loading="lazy">`;
};

function partOf(own: Own, part: Inline): Html {
  switch (part.type) {
    case 'strong':
      return html`<strong>${line(own, part.children)}</strong>`;
    case 'em':
      return html`<em>${line(own, part.children)}</em>`;
    case 'del':
      return html`<del>${line(own, part.children)}</del>`;
    case 'code':
      return html`<code>${part.text}</code>`;
    case 'break':
      return html`<br>`;
    case 'link':
      return linked(own, part.href, part.children);
    case 'image':
      return picture(own, part.href, part.text);
    case 'text':
      return html`${part.text}`;
  }
}

const line = (own: Own, parts: readonly Inline[]): Html => html`${parts.map((part) => partOf(own, part))}`;

const listOf = (own: Own, items: readonly ListItem[], first: number | undefined): Html => {
  const lines = items.map(({ children }) => html`<li>${blocks(own, children)}</li>`);
  return first === undefined ? html`<ul>${lines}</ul>` : html`<ol start="${first}">${lines}</ol>`;
};

const tableOf = (own: Own, header: readonly Cell[], rows: readonly (readonly Cell[])[]): Html => {
  const cells = rows.map((row) => html`<tr>${row.map(({ children }) => html`<td>${line(own, children)}</td>`)}</tr>`);
  return html`<table><thead><tr>${header.map(({ children }) => html`<th>${line(own, children)}</th>`)}</tr></thead><tbody>${cells}</tbody></table>`;
};

function blockOf(own: Own, block: Block): Html {
  switch (block.type) {
    case 'heading':
      // Below the title of the page, without a gap between them.
      return block.depth <= 2
        ? html`<h2>${line(own, block.children)}</h2>`
        : html`<h3>${line(own, block.children)}</h3>`;
    case 'paragraph':
      return block.isTight ? line(own, block.children) : html`<p>${line(own, block.children)}</p>`;
    case 'list':
      return listOf(own, block.items, block.first);
    case 'quote':
      return html`<blockquote>${blocks(own, block.children)}</blockquote>`;
    case 'code':
      return html`<pre><code>${block.text}</code></pre>`;
    case 'rule':
      return html`<hr>`;
    case 'table':
      return tableOf(own, block.header, block.rows);
  }
}

const blocks = (own: Own, all: readonly Block[]): Html => html`${all.map((block) => blockOf(own, block))}`;

/** The text as it was typed: what takes too long to read. Older releases stored such texts. */
const asTyped = (text: string): Html => html`<p class="as-typed">${text}</p>`;

/** Texts that are visited often, such as the rules of a challenge, are read once. */
const read = new BoundedTexts<readonly Block[] | undefined>(500_000);

/** Markdown as HTML. Markup in it does nothing: it is shown as it was typed. */
export const markdown = (own: Own, text: string): Html => {
  const known = read.of(text, () => parseMarkdown(text));
  return known === undefined ? asTyped(text) : blocks(own, known);
};
