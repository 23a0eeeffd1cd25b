import { after, nowMs } from '../clock.ts';

const SHOWN_MS = 10_000;

/** What was done, and the way back, are said for 10 seconds. */
export const hideToasts = (): void => {
  const toast = document.querySelector('[data-toast]');
  if (toast === null) return;
  history.replaceState(history.state, '', location.pathname);
  after(SHOWN_MS, () => {
    // Nobody loses the button on which they are.
    if (!toast.contains(document.activeElement)) toast.remove();
  });
};

const timeIn = (timeZone?: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(nowMs());

/** Says that the times shown are in another time zone than this device has, where they are. */
export const sayZone = (page: ParentNode = document): void => {
  for (const place of page.querySelectorAll<HTMLElement>('[data-zone]')) {
    const { zone, other = '' } = place.dataset;
    if (timeIn(zone) === timeIn()) continue;
    place.textContent = other;
    place.hidden = false;
  }
};

/** Also in a sheet that opens over the page. */
export const sayZoneInSheets = (): void =>
  document.addEventListener('sheet-shown', ({ target }) => target instanceof Element && sayZone(target));
