import { escapeText } from '../http/docs/html.ts';
import { hasPlainHost } from '../kernel/formats.ts';

/** The name stands after the logo: who types a card number must read whose page it is. Only its origin sends images. */
export const brandOf = (name: string, logoUrl: string | null) => {
  const logo = logoUrl === null ? null : URL.parse(logoUrl);
  if (logo === null || !hasPlainHost(logo)) return { brand: escapeText(name), images: '' };
  return {
    brand: `<img src="${escapeText(logo.href)}" alt=""><span>${escapeText(name)}</span>`,
    images: `; img-src ${logo.origin}`,
  };
};
