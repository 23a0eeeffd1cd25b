import type { Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../../texts.tsx';
import { pictureUrl } from '../../../ui/picture-url.ts';

/** Where a link may lead: to pages and to mails, so that no script runs. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/** A text with its entities as characters. The document that reads them runs no script. */
const decoded = (text: string): string =>
  ENTITY.test(text)
    ? (new DOMParser().parseFromString(text.replaceAll('<', '&lt;'), 'text/html').body.textContent ?? text)
    : text;

const addressOf = (href: string): string | undefined => {
  const address = decoded(href).trim();
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

const partOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const address = addressOf(token.href);
      const inside = <Inline tokens={token.tokens} />;
      return address === undefined ? (
        inside
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      );
    }
    case 'image':
      return <Picture href={token.href} text={decoded(token.text)} />;
    case 'text':
      return token.tokens === undefined ? decoded(token.text) : <Inline tokens={token.tokens} />;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
};

/** A line of Markdown as elements. */
export const Inline = ({ tokens = [] }: { tokens?: readonly Token[] | undefined }): ReactNode =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
    <Fragment key={index}>{partOf(token)}</Fragment>
  ));
