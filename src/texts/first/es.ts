import { gate } from '../es/gate.ts';
import { shell } from '../es/shell.ts';
import { today } from '../es/today.ts';
import { words } from '../es/words.ts';
import { sessionFirst } from './session/es.ts';

/** The Spanish texts of the first page: signing in, Today and what stands around every page. */
export const first = { gate, session: sessionFirst, shell, today, words };
