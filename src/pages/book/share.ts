import { type Html, html } from './html.ts';
import { SHARE } from './icons.ts';
import type { BookContext } from './layout.ts';

/**
 * Passes the address of the page on. Only a script can do that, and shows it.
 * @param hasWord whether its name is read
 * @param url another address than that of the page
 */
export const shareButton = ({ t }: BookContext, hasWord = false, url?: string): Html => {
  const word = t('shell.share');
  const look = hasWord ? html` data-size="small"` : html` data-round="" aria-label="${word}"`;
  return html`<button class="button" type="button"${look} data-share="${t('shell.linkCopied')}"${url === undefined ? '' : html` data-url="${url}"`} hidden>${SHARE}${hasWord ? word : undefined}</button>`;
};
