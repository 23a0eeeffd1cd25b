// Written by scripts/texts from the catalogues. Change those, and run it again.
import gate from '../../es/console/gate.json';
import sessionFirst from '../../es/console/session-first.json';
import shell from '../../es/console/shell.json';
import today from '../../es/console/today.json';
import words from '../../es/console/words.json';

export const texts = { gate, session: sessionFirst, shell, today, words };
