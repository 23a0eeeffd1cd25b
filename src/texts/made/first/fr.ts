// Written by scripts/texts from the catalogues. Change those, and run it again.
import gate from '../../fr/console/gate.json';
import sessionFirst from '../../fr/console/session-first.json';
import shell from '../../fr/console/shell.json';
import today from '../../fr/console/today.json';
import words from '../../fr/console/words.json';

export const texts = { gate, session: sessionFirst, shell, today, words };
