import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Html, html } from '../../kernel/html.ts';
import { localAt } from '../../kernel/local-time.ts';
import type { BookContext } from './layout.ts';

/** The city whose clock a site has. */
export const cityOf = ({ site }: Pick<BookContext, 'site'>): string =>
  (site.timezone.split('/').at(-1) ?? site.timezone).replaceAll('_', ' ');

/** How far the clock of the site is ahead of UTC at an instant, in minutes. */
const offsetMinutes = ({ site }: BookContext, at: number): number => (localAt(at, site.timezone) - at) / MINUTE_MS;

/** For the script, which knows the clock of the phone. It writes its time of the instant into `{time}` of the words. */
const whereOther = (context: BookContext, at: number, words: string): Html =>
  html` data-zone="${offsetMinutes(context, at)}" data-at="${at}" data-other="${words}"`;

const otherZone = (context: BookContext): string => context.t('booking.otherZone', { city: cityOf(context) });

const yourTime = ({ t }: BookContext): string => t('booking.yourTime', { time: '{time}' });

/** Names the clock of the times. */
export const zoneWords = (context: BookContext): string => context.t('book.zone', { city: cityOf(context) });

/** Says beside times that the phone is in another time zone, only where it is, and what its own clock shows then. */
export const zoneNote = (context: BookContext, startTime?: string): Html => {
  const at = startTime === undefined ? context.read.nowMs : Date.parse(startTime);
  const words = startTime === undefined ? otherZone(context) : `${otherZone(context)} ${yourTime(context)}.`;
  return html`<p class="zone" hidden${whereOther(context, at, words)}></p>`;
};

/**
 * Beside a time in a list, where the phone has another clock: the city of the time, or for a class that is online the time of
 * the phone. @param isShown also without a script, since the list has times of several clocks
 */
export const zoneBeside = (
  context: BookContext,
  { startTime, isVirtual }: { readonly startTime: string; readonly isVirtual: boolean },
  isShown = false,
): Html => {
  const city = context.t('booking.inCity', { city: cityOf(context) });
  const words = isVirtual ? `${city}, ${yourTime(context)}` : city;
  return html`<span class="beside" data-beside=""${isShown ? '' : html` hidden`}${whereOther(context, Date.parse(startTime), words)}>${isShown ? ` ${city}` : ''}</span>`;
};
