// Written by scripts/texts from the catalogues. Change those, and run it again.
import mailChoices from '../../fr/pages/mail-choices.json';
import receipts from '../../fr/pages/receipts.json';

export const texts = { mailChoices, receipts };
