import { after } from '../now.ts';

/** What comes after starts so long after the end, ms. */
const WAIT = 8_000;

/** Says what comes next when a media has ended, and goes there unless someone wants to stay. */
export const goOn = (media: HTMLMediaElement, note: HTMLElement): void => {
  const { next, nextTitle = '' } = media.dataset;
  const title = note.querySelector('b');
  const stay = note.querySelector('button');
  if (next === undefined || title === null || stay === null) return;
  let stop: (() => void) | undefined;
  const cancel = (): void => {
    stop?.();
    stop = undefined;
    note.hidden = true;
  };
  media.addEventListener('ended', () => {
    title.textContent = nextTitle;
    note.hidden = false;
    stop = after(WAIT, () => location.assign(`${next}?go`));
  });
  stay.addEventListener('click', cancel);
  media.addEventListener('play', cancel);
};
