import { useSyncExternalStore } from 'react';
import { later } from '../clock.ts';

/** How long a row is tinted after somebody else changed it. */
const TINT_MS = 2_000;
/** What this page did comes back as a change within this time. */
const OWN_MS = 5_000;

const changed = new Set<string>();
const own = new Set<string>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Says that this page changes some records itself: their rows are not tinted. */
export const isOwnChange = (ids: readonly string[]): void => {
  for (const id of ids) {
    own.add(id);
    later(() => own.delete(id), OWN_MS);
  }
};

/** Tints the rows of records that somebody else has changed. */
export const showChanged = (ids: readonly string[]): void => {
  if (ids.some((id) => own.has(id))) return;
  for (const id of ids) changed.add(id);
  tell();
  later(() => {
    for (const id of ids) changed.delete(id);
    tell();
  }, TINT_MS);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `data-changed` of the row of a record: set for 2 s after somebody else changed the record. */
export const useChanged = (id: string): '' | undefined =>
  useSyncExternalStore(subscribe, () => changed.has(id)) ? '' : undefined;
