import { catalogues } from './catalogue.ts';
import type { texts } from './made/pages/en.ts';
import { pages } from './made/pages.ts';

/** The texts of pages that stand alone: a receipt, and the page on which a client chooses emails without signing in. */
export const pageTexts = catalogues<typeof texts>(pages);
