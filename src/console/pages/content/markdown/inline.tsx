import { Fragment, type ReactNode } from 'react';
import type { Inline as Part } from '../../../../kernel/markdown/nodes.ts';
import { useText } from '../../../texts.tsx';
import { pictureUrl } from '../../../ui/picture-url.ts';

/** Where a link may lead: to pages and to mails, so that no script runs. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;

const addressOf = (href: string): string | undefined => {
  const address = href.trim();
  return SAFE.test(address) ? address : undefined;
};

/** A picture of this server. Pictures of other hosts are not loaded by the console, so they are named. */
const Picture = ({ href, text }: { href: string; text: string }) => {
  const t = useText();
  const address = addressOf(href) ?? (href.startsWith('/media/') ? href : undefined);
  const url = address === undefined ? undefined : pictureUrl(address);
  if (url !== undefined) return <img src={url} alt={text} />;
  return <span className="tag">{t('content.picture', { text: text || href })}</span>;
};

const partOf = (part: Part): ReactNode => {
  switch (part.type) {
    case 'strong':
      return (
        <strong>
          <Inline parts={part.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline parts={part.children} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline parts={part.children} />
        </del>
      );
    case 'code':
      return <code>{part.text}</code>;
    case 'break':
      return <br />;
    case 'link': {
      const address = addressOf(part.href);
      const inside = <Inline parts={part.children} />;
      return address === undefined ? (
        inside
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      );
    }
    case 'image':
      return <Picture href={part.href} text={part.text} />;
    case 'text':
      return part.text;
  }
};

/** A line of Markdown as elements. */
export const Inline = ({ parts }: { parts: readonly Part[] }): ReactNode =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <Fragment key={index}>{partOf(part)}</Fragment>
  ));
