// Written by scripts/texts from the catalogues. Change those, and run it again.
import console from '../../de/pages/console.json';
import mailChoices from '../../de/pages/mail-choices.json';
import receipts from '../../de/pages/receipts.json';
import share from '../../de/pages/share.json';

export const texts = { console, mailChoices, receipts, share };
