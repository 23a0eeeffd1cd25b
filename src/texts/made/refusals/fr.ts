// Written by scripts/texts from the catalogues. Change those, and run it again.
import refusals from '../../fr/refusals/refusals.json';

export const texts = { refusals };
