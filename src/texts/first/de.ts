import { gate } from '../de/gate.ts';
import { shell } from '../de/shell.ts';
import { today } from '../de/today.ts';
import { words } from '../de/words.ts';
import { sessionFirst } from './session/de.ts';

/** The German texts of the first page: signing in, Today and what stands around every page. */
export const first = { gate, session: sessionFirst, shell, today, words };
