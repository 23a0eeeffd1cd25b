import { gate } from '../fr/gate.ts';
import { shell } from '../fr/shell.ts';
import { today } from '../fr/today.ts';
import { words } from '../fr/words.ts';
import { sessionFirst } from './session/fr.ts';

/** The French texts of the first page: signing in, Today and what stands around every page. */
export const first = { gate, session: sessionFirst, shell, today, words };
