// Written by scripts/texts from the catalogues. Change those, and run it again.
import { texts as de } from './book/de.ts';
import { texts as deXFormal } from './book/de-x-formal.ts';
import { texts as en } from './book/en.ts';
import { texts as enGb } from './book/en-gb.ts';
import { texts as es } from './book/es.ts';
import { texts as fr } from './book/fr.ts';
import { texts as it } from './book/it.ts';

export const book = { de, 'de-x-formal': deXFormal, en, 'en-GB': enGb, es, fr, it } as const;
