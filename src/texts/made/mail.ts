// Written by scripts/texts from the catalogues. Change those, and run it again.
import { texts as de } from './mail/de.ts';
import { texts as deXFormal } from './mail/de-x-formal.ts';
import { texts as en } from './mail/en.ts';
import { texts as enGb } from './mail/en-gb.ts';
import { texts as es } from './mail/es.ts';
import { texts as fr } from './mail/fr.ts';
import { texts as it } from './mail/it.ts';

export const mail = { de, 'de-x-formal': deXFormal, en, 'en-GB': enGb, es, fr, it } as const;
