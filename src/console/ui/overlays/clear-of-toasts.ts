import { clearOf } from './clear-of.ts';
import { queue } from './toasts.tsx';

/** Scrolls what has the focus clear of each toast that comes. Returns what ends this. */
export const clearOfToasts = (): (() => void) =>
  queue.subscribe(() => requestAnimationFrame(() => clearOf(document.querySelector('.toast'))));
