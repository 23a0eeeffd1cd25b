import { clockText } from './clock-text.ts';

/** The bar of a media: a piece for each part, a slider for keys and fingers. */
export const makeSeek = (bar: HTMLElement, media: HTMLMediaElement, starts: readonly number[]) => {
  const pieces: { element: HTMLElement; from: number; to: number }[] = [];

  const draw = (): void => {
    const { duration } = media;
    if (!Number.isFinite(duration) || duration <= 0) return;
    const edges = [0, ...starts.filter((each) => each > 0 && each < duration), duration];
    pieces.length = 0;
    for (const [index, from] of edges.slice(0, -1).entries()) {
      const to = edges[index + 1] ?? duration;
      const element = document.createElement('i');
      element.style.setProperty('--part', String((to - from) / duration));
      pieces.push({ element, from, to });
    }
    bar.replaceChildren(...pieces.map(({ element }) => element));
    bar.setAttribute('aria-valuemax', String(Math.round(duration)));
    show();
  };

  const show = (): void => {
    const { currentTime, duration } = media;
    for (const { element, from, to } of pieces) {
      const seen = Math.max(0, Math.min(1, (currentTime - from) / (to - from)));
      element.style.setProperty('--seen', String(seen * 100));
    }
    if (!Number.isFinite(duration) || duration <= 0) return;
    bar.style.setProperty('--at', `${(currentTime / duration) * 100}%`);
    bar.setAttribute('aria-valuenow', String(Math.round(currentTime)));
    bar.setAttribute('aria-valuetext', `${clockText(currentTime)} / ${clockText(duration)}`);
  };

  const moveTo = ({ clientX }: PointerEvent): void => {
    const { left, width } = bar.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    if (Number.isFinite(media.duration)) media.currentTime = share * media.duration;
  };
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    moveTo(event);
  });
  bar.addEventListener('pointermove', (event) => {
    if (bar.hasPointerCapture(event.pointerId)) moveTo(event);
  });
  media.addEventListener('loadedmetadata', draw);
  media.addEventListener('durationchange', draw);
  media.addEventListener('timeupdate', show);
  draw();
};
