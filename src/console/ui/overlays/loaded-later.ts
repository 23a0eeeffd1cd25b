import { type ComponentType, lazy } from 'react';
import { loadAllTexts } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';

/** How long to wait for each further try while there is a connection, in ms; then always the last. */
const WAITS_MS: readonly number[] = [1_000, 5_000, 30_000];

/** Resolves when it is worth another try: with the connection, where there is none. */
const worthAnotherTry = (count: number): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) later(resolve, WAITS_MS[Math.min(count, WAITS_MS.length - 1)] ?? 0);
    else addEventListener('online', () => resolve(), { once: true });
  });

const untilLoaded = async <Loaded>(load: () => Promise<Loaded>, count = 0): Promise<Loaded> => {
  try {
    return await load();
  } catch {
    await worthAnotherTry(count);
    return untilLoaded(load, count + 1);
  }
};

/**
 * A part that the page does without at first, with the texts that the first page does without. Where it cannot be loaded, it is tried again until it is
 * there, and the page goes on without it: nothing that is loaded late takes the page away.
 */
export const loadedLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await untilLoaded(() => Promise.all([load(), loadAllTexts()]));
    return { default: part };
  });
