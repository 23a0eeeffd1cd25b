import { clockOf, dateFormat } from '../../../../kernel/date-formats.ts';
import { MINUTE_MS } from '../../../../kernel/durations.ts';
import { after } from '../now.ts';

const SHOWN_MS = 10_000;

/** What was done, and the way back, are shown for 10 seconds. */
export const hideToasts = (): void => {
  const toast = document.querySelector('[data-toast]');
  if (toast === null) return;
  history.replaceState(history.state, '', location.pathname);
  after(SHOWN_MS, () => {
    // No one loses the button on which they are.
    if (!toast.contains(document.activeElement)) toast.remove();
  });
};

/** What the clock of this device shows at an instant, with its day where that is another one there. */
const ownTime = (at: number, zone: number): string => {
  const shown = at - new Date(at).getTimezoneOffset() * MINUTE_MS;
  const isOtherDay = new Date(at + zone * MINUTE_MS).getUTCDate() !== new Date(shown).getUTCDate();
  const { lang } = document.documentElement;
  return dateFormat(lang, { weekday: isOtherDay ? 'short' : undefined, ...clockOf(lang) }).format(shown);
};

/** Says that the times shown are in another time zone than this device has, where they are. */
export const sayZone = (page: ParentNode = document): void => {
  for (const place of page.querySelectorAll<HTMLElement>('[data-zone]')) {
    // How far the clock of the page is ahead of UTC, in minutes, and when (epoch ms).
    const { zone, at, other = '', beside } = place.dataset;
    const isSame = Number(zone) === -new Date(Number(at)).getTimezoneOffset();
    if (isSame && beside !== undefined) place.hidden = true;
    if (isSame) continue;
    const text = other.replace('{time}', ownTime(Number(at), Number(zone)));
    place.textContent = beside === undefined ? text : ` ${text}`;
    place.hidden = false;
  }
};

/** Also in a sheet that opens over the page. */
export const sayZoneInSheets = (): void =>
  document.addEventListener('sheet-shown', ({ target }) => target instanceof Element && sayZone(target));
