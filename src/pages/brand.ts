import { escapeText } from '../http/docs/html.ts';

/** The name stands after the logo: who types a card number must read whose page it is. Only its origin sends images. */
export const brandOf = (name: string, logoUrl: string | null) => {
  const logo = logoUrl === null ? null : URL.parse(logoUrl);
  if (logo?.protocol !== 'https:' && logo?.protocol !== 'http:') return { brand: escapeText(name), images: '' };
  return {
    brand: `<img src="${escapeText(logo.href)}" alt=""><span>${escapeText(name)}</span>`,
    images: `; img-src ${logo.origin}`,
  };
};
