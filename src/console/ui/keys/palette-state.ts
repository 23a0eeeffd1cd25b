import { makeStore } from '../../base/store.ts';

/** What is in the field of the palette; undefined while it is closed. */
const text = makeStore<string | undefined>(undefined);

/** Opens the palette of the desk bar, with a text that it searches for. */
export const openPalette = (typed = ''): void => text.set(typed);

/** Writes into the field of the palette. */
export const typePalette = (typed: string): void => text.set(typed);

/** Takes a letter that was typed before the field of the palette has the focus. Returns whether the palette is open. */
export const addToPalette = (letter: string): boolean => {
  const typed = text.get();
  if (typed === undefined) return false;
  text.set(typed + letter);
  return true;
};

export const closePalette = (): void => text.set(undefined);

/** What is in the field of the palette; undefined while it is closed. */
export const usePaletteText = text.use;
