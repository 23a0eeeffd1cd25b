import type { Read } from '../database/database.ts';
import { currentExperience } from '../resources/experience/queries.ts';
import { brandSettings } from '../resources/settings/queries.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** The color of the console until the studio has published its own. */
const COLOR = '#0f766e';

/** What the pages of the console show of the brand. The version changes with its color. */
export const consoleBrand = (read: Read) => {
  const color = currentExperience(read).theme.colors?.primary ?? COLOR;
  return { studio: brandSettings(read).name, color, version: color.slice(1).toLowerCase() };
};

/** What the pages of the console show that does not come from the API. */
export const consoleContents = (view: () => Read) => ({
  brand: () => consoleBrand(view()),
  clocks: () => zoneOffsets(view()),
});
