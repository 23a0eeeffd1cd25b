// Written by scripts/texts from the catalogues. Change those, and run it again.
import { texts as de } from './pages/de.ts';
import { texts as deXFormal } from './pages/de-x-formal.ts';
import { texts as en } from './pages/en.ts';
import { texts as es } from './pages/es.ts';
import { texts as fr } from './pages/fr.ts';
import { texts as it } from './pages/it.ts';

export const pages = { de, 'de-x-formal': deXFormal, en, es, fr, it } as const;
