// Written by scripts/texts from the catalogues. Change those, and run it again.
import console from '../../en/pages/console.json';
import mailChoices from '../../en/pages/mail-choices.json';
import receipts from '../../en/pages/receipts.json';
import share from '../../en/pages/share.json';

export const texts = { console, mailChoices, receipts, share };
