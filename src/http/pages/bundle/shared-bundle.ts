import { lazily } from '../../../kernel/lazily.ts';
import { loadBundle } from './load-bundle.ts';

/** The scripts, styles and fonts of all pages. They are loaded once. */
export const pageBundle = lazily(loadBundle);
