// Written by scripts/texts from the catalogues. Change those, and run it again.
import sessionFirst from '../../en-GB/console/session-first.json';
import shell from '../../en-GB/console/shell.json';
import today from '../../en-GB/console/today.json';

export const texts = { session: sessionFirst, shell, today };
