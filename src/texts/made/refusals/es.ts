// Written by scripts/texts from the catalogues. Change those, and run it again.
import refusals from '../../es/refusals/refusals.json';

export const texts = { refusals };
