import { buildPages } from './build.ts';
import type { PageBundle } from './bundle.ts';

/** Quality of brotli while the program runs from its source: quick to make. */
const QUALITY = 4;

/** From the source they are bundled with the first request; the build of the executable replaces this module. */
export const loadBundle = (): Promise<PageBundle> => buildPages(QUALITY);
