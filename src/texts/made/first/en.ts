// Written by scripts/texts from the catalogues. Change those, and run it again.
import gate from '../../en/console/gate.json';
import sessionFirst from '../../en/console/session-first.json';
import shell from '../../en/console/shell.json';
import today from '../../en/console/today.json';
import words from '../../en/console/words.json';

export const texts = { gate, session: sessionFirst, shell, today, words };
