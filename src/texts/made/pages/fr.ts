// Written by scripts/texts from the catalogues. Change those, and run it again.
import console from '../../fr/pages/console.json';
import mailChoices from '../../fr/pages/mail-choices.json';
import receipts from '../../fr/pages/receipts.json';
import share from '../../fr/pages/share.json';

export const texts = { console, mailChoices, receipts, share };
