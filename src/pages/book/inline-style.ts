import { hashOfStyle } from '../../http/page-response.ts';
import { plainContent } from '../../http/pages/bundle/bundle.ts';
import { pageBundle } from '../../http/pages/bundle/shared-bundle.ts';
import { brandThemeCss } from '../../kernel/brand-theme.ts';
import { Html, html } from '../../kernel/html.ts';
import { lazily } from '../../kernel/lazily.ts';

const bookCss = lazily(async () => {
  const { files, bookStyle } = await pageBundle();
  const file = files.find(({ name }) => name === bookStyle);
  return file === undefined ? '' : Buffer.from(await plainContent(file)).toString();
});

/** A style that is in a page, and how its policy allows it. */
export interface InlineStyle {
  readonly element: Html;
  readonly source: string;
}

/**
 * The style of the pages for strangers. It comes with them: on a slow line, waiting for its file takes as long as the page.
 * @param color of the theme
 */
export const inlineStyle = async (color: string): Promise<InlineStyle> => {
  const css = `${await bookCss()}${brandThemeCss(color)}`;
  return { element: html`<style>${new Html(css)}</style>`, source: hashOfStyle(css) };
};
