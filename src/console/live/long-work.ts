import type { TextKey, TextValues } from '../../texts/translate.ts';
import { makeStore } from '../base/store.ts';

/** Work that goes on while the person does something else, such as an upload. */
export interface Work {
  readonly id: string;
  /** What it is, with `name` in its values. */
  readonly label: TextKey;
  readonly name: string;
  /** The name where it is a text of the console. */
  readonly nameText?: TextKey | undefined;
  /** `waiting`: it goes on automatically, such as when the connection is back. */
  readonly state: 'running' | 'waiting' | 'done' | 'failed';
  /** How much of it is done, 0 to 100; undefined where no one knows. */
  readonly percent?: number | undefined;
  /** How it stands, where that says more than its state. */
  readonly words?: { readonly key: TextKey; readonly values?: TextValues } | undefined;
  /** Called when a person takes it out of the tray. */
  readonly onClose?: () => void;
  /** The address of the page where it is, below `/console`. */
  readonly page: string;
}

const works = makeStore<readonly Work[]>([]);

/** Shows work in the tray, or how far it is now. */
export const showWork = (work: Work): void => {
  const shown = works.get();
  const isKnown = shown.some(({ id }) => id === work.id);
  works.set(isKnown ? shown.map((each) => (each.id === work.id ? work : each)) : [...shown, work]);
};

/** Takes work out of the tray. */
export const dropWork = (id: string): void => {
  const others = works.get().filter((each) => each.id !== id);
  if (others.length < works.get().length) works.set(others);
};

/** The work in the tray, the oldest first. */
export const useWorks = works.use;
