// Written by scripts/texts from the catalogues. Change those, and run it again.
import mailChoices from '../../de-x-formal/pages/mail-choices.json';

export const texts = { mailChoices };
