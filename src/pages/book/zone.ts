import { MINUTE_MS } from '../../kernel/durations.ts';
import { localAt } from '../../kernel/local-time.ts';
import { type Html, html } from './html.ts';
import type { BookContext } from './layout.ts';

/** The city whose clock a site has. */
export const cityOf = ({ site }: Pick<BookContext, 'site'>): string =>
  (site.timezone.split('/').at(-1) ?? site.timezone).replaceAll('_', ' ');

/** How far the clock of the site is ahead of UTC, in minutes. */
const offsetMinutes = ({ site, read: { nowMs } }: BookContext): number =>
  (localAt(nowMs, site.timezone) - nowMs) / MINUTE_MS;

const otherZone = (context: BookContext): Html =>
  html` data-zone="${offsetMinutes(context)}" data-at="${context.read.nowMs}" data-other="${context.t('booking.otherZone', { city: cityOf(context) })}"`;

/** Names the clock of the times, and says where the phone has another one. */
export const zoneWords = (context: BookContext): Html =>
  html`<span${otherZone(context)}>${context.t('book.zone', { city: cityOf(context) })}</span>`;

/** Says beside times that the phone is in another time zone, only where it is. */
export const zoneNote = (context: BookContext): Html => html`<p class="zone" hidden${otherZone(context)}></p>`;
