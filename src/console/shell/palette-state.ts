import { useSyncExternalStore } from 'react';

/** What stands in the field of the palette; undefined while it is closed. */
let text: string | undefined;
const listeners = new Set<() => void>();

const set = (next: string | undefined): void => {
  text = next;
  for (const listener of listeners) listener();
};

/** Opens the palette of the desk bar, with a text that it searches for. */
export const openPalette = (typed = ''): void => set(typed);

/** Writes into the field of the palette. */
export const typePalette = (typed: string): void => set(typed);

/** Takes a letter that was typed before the field of the palette has the focus. Returns whether the palette is open. */
export const addToPalette = (letter: string): boolean => {
  if (text === undefined) return false;
  set(text + letter);
  return true;
};

/** Closes the palette. */
export const closePalette = (): void => set(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What stands in the field of the palette; undefined while it is closed. */
export const usePaletteText = (): string | undefined => useSyncExternalStore(subscribe, () => text);
