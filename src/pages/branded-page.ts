import type { Read } from '../database/database.ts';
import { pageResponse } from '../http/page-response.ts';
import { hasPlainHost } from '../kernel/formats.ts';
import { type Html, html, styleElement } from '../kernel/html.ts';
import { currentExperience, themeOf } from '../resources/experience/queries.ts';
import { brandSettings } from '../resources/settings/queries.ts';
import baseStyle from './branded-page.css' with { type: 'text' };
import { themeStyle } from './theme-style.ts';

/** The name is after the logo: who types a card number must read whose page it is. Only its origin sends images. */
const brandOf = (name: string, logoUrl: string | null): { readonly brand: Html; readonly images: string } => {
  const logo = logoUrl === null ? null : URL.parse(logoUrl);
  if (logo === null || !hasPlainHost(logo)) return { brand: html`${name}`, images: '' };
  return {
    brand: html`<img src="${logo.href}" alt=""><span>${name}</span>`,
    images: `; img-src ${logo.origin}`,
  };
};

interface BrandedPage {
  readonly language: string;
  readonly title: string;
  readonly style: string;
  readonly policy: string;
  readonly cache: 'no-store' | 'no-cache';
  readonly status?: number;
  readonly content: Html;
  /** What else is in the head. */
  readonly head?: Html;
  /** Attributes of the body. */
  readonly facts?: Html;
  readonly scripts?: Html;
}

/** A page that is not of the booking site, with the name, the logo and the colors of the studio. */
export const brandedPage = (read: Read, page: BrandedPage): Response => {
  const { language, title, style, policy, content, head, facts, scripts, ...response } = page;
  const current = currentExperience(read);
  const theme = themeOf(read, current);
  const { brand, images } = brandOf(brandSettings(read).name, theme.logoUrl);
  // The built-in colors are the colors of the page, which has others for the dark scheme.
  const colors = current.theme.colors === undefined ? undefined : theme.colors;
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}${styleElement(baseStyle + style)}
${themeStyle(colors, theme.fontFamily)}</head>
<body${facts}>
<header>${brand}</header>
<main>
${content}
</main>
${scripts}</body>
</html>
`;
  return pageResponse({ type: 'text/html', content: document.text, policy: policy + images, ...response });
};
