import { type Html, html } from '../../../kernel/html.ts';
import { knownInSlices } from '../../../kernel/markdown/kept.ts';
import { type MarkdownWriter, writeMarkdown } from '../../../kernel/markdown/write.ts';
import { turn } from '../../../kernel/slices.ts';
import { ownFile } from '../own-file.ts';

type Own = Parameters<typeof ownFile>[0];

const writerFor = (own: Own): MarkdownWriter<Html> => ({
  text: (text) => html`${text}`,
  all: (parts) => html`${parts}`,
  around: (tag, content, first) => html`<${tag}${first !== undefined && html` start="${first}"`}>${content}</${tag}>`,
  alone: (tag) => html`<${tag}>`,
  // Below the title of the page, without a gap between them.
  heading: (depth, content) => (depth <= 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`),
  link: (address, content) =>
    html`<a class="link" href="${address}" target="_blank" rel="noopener noreferrer">${content}</a>`,
  /** Pictures of other hosts are not loaded, so they are named. */
  picture: (href, text) => {
    const path = ownFile(own, href);
    return path === undefined ? html`${text}` : html`<img src="${path}" alt="${text}" loading="lazy">`;
  },
  cell: (tag, content) => html`<${tag}>${content}</${tag}>`,
});

/** The text as it was typed: what takes too long to read. Older releases stored such texts. */
const asTyped = (text: string): Html => html`<p class="as-typed">${text}</p>`;

/**
 * Markdown as HTML. Markup in it does nothing: it is shown as it was typed. Others are served while a text is read, and before it is
 * written.
 */
export const markdown = async (own: Own, text: string): Promise<Html> => {
  await turn();
  const known = await knownInSlices(text);
  await turn();
  return known === undefined ? asTyped(text) : writeMarkdown(known, writerFor(own));
};
