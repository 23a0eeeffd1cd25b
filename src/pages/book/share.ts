import { type Html, html } from '../../kernel/html.ts';
import { SHARE } from './icons.ts';
import type { BookContext } from './layout.ts';

/** Passes words on, with the address of a page that everyone may see. Only a script can do that, and shows it. */
export const shareWords = ({ t }: BookContext, text: string, path: string): Html =>
  html`<button class="button" type="button" data-size="small" data-share="${t('shell.linkCopied')}" data-share-text="${text}" data-share-path="${path}" hidden>${SHARE}${t('shell.share')}<span class="visually-hidden">, ${text}</span></button>`;

/**
 * Passes the address of the page on. Only a script can do that, and shows it.
 * @param hasWord whether its name is read
 * @param url another address than that of the page
 */
export const shareButton = ({ t }: BookContext, hasWord = false, url?: string): Html => {
  const word = t('shell.share');
  const look = hasWord ? html` data-size="small"` : html` data-icon="" aria-label="${word}"`;
  return html`<button class="button" type="button"${look} data-share="${t('shell.linkCopied')}"${url === undefined ? '' : html` data-url="${url}"`} hidden>${SHARE}${hasWord ? word : undefined}</button>`;
};

/** Copies an address that is the member's own. Only a script can do that, and shows it. */
export const copyButton = ({ t }: BookContext, text: string, url: string): Html =>
  html`<button class="button" type="button" data-size="small" data-share="${t('shell.linkCopied')}" data-copy="" data-url="${url}" hidden>${text}</button>`;
