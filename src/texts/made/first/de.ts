// Written by scripts/texts from the catalogues. Change those, and run it again.
import gate from '../../de/console/gate.json';
import sessionFirst from '../../de/console/session-first.json';
import shell from '../../de/console/shell.json';
import today from '../../de/console/today.json';
import words from '../../de/console/words.json';

export const texts = { gate, session: sessionFirst, shell, today, words };
