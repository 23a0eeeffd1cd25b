import { escapeText } from '../http/docs/html.ts';

/**
 * The name of the studio in a page, after the logo if there is one: a person who types a card number must be able to read whose
 * page it is, whatever the colours of the logo. Only the origin of the logo may send an image.
 */
export const brandOf = (name: string, logoUrl: string | null) => {
  const logo = logoUrl === null ? null : URL.parse(logoUrl);
  if (logo?.protocol !== 'https:' && logo?.protocol !== 'http:') return { brand: escapeText(name), images: '' };
  return {
    brand: `<img src="${escapeText(logo.href)}" alt=""><span>${escapeText(name)}</span>`,
    images: `; img-src ${logo.origin}`,
  };
};
