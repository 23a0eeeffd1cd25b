import { type ComponentType, lazy } from 'react';

/** Resolves when the browser has a connection. */
const online = (): Promise<unknown> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => addEventListener('online', resolve, { once: true }));

/**
 * A part that the page does without at first. Where it cannot be loaded, it is tried again when there is a connection, and
 * otherwise left out: nothing that is seldom needed takes the page away.
 */
export const loadedLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      await online();
      return { default: await load().catch((): ComponentType<Props> => () => null) };
    }
  });
