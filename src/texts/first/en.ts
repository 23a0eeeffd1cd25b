import { gate } from '../en/gate.ts';
import { shell } from '../en/shell.ts';
import { today } from '../en/today.ts';
import { words } from '../en/words.ts';
import { sessionFirst } from './session/en.ts';

/** The English texts of the first page: signing in, Today and what stands around every page. */
export const first = { gate, session: sessionFirst, shell, today, words };
