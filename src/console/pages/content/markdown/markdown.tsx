import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { parseMarkdown } from '../../../../kernel/markdown/parse.ts';
import { type MarkdownWriter, safeAddress, writeMarkdown } from '../../../../kernel/markdown/write.ts';
import { useText } from '../../../base/texts.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';

/** A picture of this server. Pictures of other hosts are not loaded by the console, so they are named. */
const Picture = ({ href, text }: { href: string; text: string }) => {
  const t = useText();
  const address = safeAddress(href) ?? (href.startsWith('/media/') ? href : undefined);
  const url = address === undefined ? undefined : pictureUrl(address);
  if (url !== undefined) return <img src={url} alt={text} />;
  return <span className="tag">{t('content.picture', { text: text || href })}</span>;
};

const writer: MarkdownWriter<ReactNode> = {
  text: (text) => text,
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
  all: (parts) => parts.map((part, index) => <Fragment key={index}>{part}</Fragment>),
  around: (tag, content, start) =>
    createElement(tag, tag === 'pre' ? { className: 'code' } : tag === 'ol' ? { start } : null, content),
  alone: (tag) => createElement(tag),
  // Below the headings of the page, without a gap between them.
  heading: (depth, content) => createElement(depth <= 3 ? 'h3' : 'h4', { 'data-depth': depth }, content),
  link: (address, content) => (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ),
  picture: (href, text) => <Picture href={href} text={text} />,
  task: ({ isDone, name }, content) => (
    <li data-task="">
      <input type="checkbox" checked={isDone} disabled readOnly aria-label={name} />
      {content}
    </li>
  ),
  cell: (tag, content, align) => createElement(tag, { 'data-align': align }, content),
};

/** Markdown as elements. Its markup does nothing: it is shown as it was typed, and so is a text that takes too long to read. */
export const Markdown = ({ text }: { text: string }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return blocks === undefined ? <p className="as-typed">{text}</p> : writeMarkdown(blocks, writer);
};
