import { epochOf, isoInstant } from './clock.ts';
import { DAY_MS } from './durations.ts';
import { isDaysFromNow } from './formats.ts';

/** The instant of a text of the format `moment`: an instant itself, or days from now. @param now the present instant. */
export const momentOf = (text: string, now: string): string => {
  if (!isDaysFromNow(text)) return isoInstant(epochOf(text));
  const days = Number(text.replace(/[PD]/g, ''));
  return isoInstant(epochOf(now) + days * DAY_MS);
};
