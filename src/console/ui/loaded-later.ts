import { type ComponentType, lazy } from 'react';
import { loadAllTexts } from '../texts.tsx';

/** Resolves when the browser has a connection. */
const online = (): Promise<unknown> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => addEventListener('online', resolve, { once: true }));

/**
 * A part that the page does without at first, with the texts that the first page does without. Where it cannot be loaded, it is tried again when there is a connection, and
 * otherwise left out: nothing that is seldom needed takes the page away.
 */
export const loadedLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const loadAll = async () => (await Promise.all([load(), loadAllTexts()]))[0];
    try {
      return { default: await loadAll() };
    } catch {
      await online();
      return { default: await loadAll().catch((): ComponentType<Props> => () => null) };
    }
  });
