// Written by scripts/texts from the catalogues. Change those, and run it again.
import console from '../../it/pages/console.json';
import mailChoices from '../../it/pages/mail-choices.json';
import receipts from '../../it/pages/receipts.json';
import share from '../../it/pages/share.json';

export const texts = { console, mailChoices, receipts, share };
