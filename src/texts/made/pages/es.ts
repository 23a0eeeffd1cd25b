// Written by scripts/texts from the catalogues. Change those, and run it again.
import console from '../../es/pages/console.json';
import mailChoices from '../../es/pages/mail-choices.json';
import receipts from '../../es/pages/receipts.json';
import share from '../../es/pages/share.json';

export const texts = { console, mailChoices, receipts, share };
