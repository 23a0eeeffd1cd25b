import { makeStore } from '../base/store.ts';
import { later } from '../base/time/now.ts';

/** How long a row is tinted after someone else changed it. */
const TINT_MS = 2_000;
/** What this page did comes back as a change within this time. */
const OWN_MS = 5_000;

const changed = makeStore<ReadonlySet<string>>(new Set());
const own = new Set<string>();

/** Says that this page changes some records itself: their rows are not tinted. */
export const isOwnChange = (ids: readonly string[]): void => {
  for (const id of ids) {
    own.add(id);
    later(() => own.delete(id), OWN_MS);
  }
};

/** Tints the rows of records that someone else has changed. */
export const showChanged = (ids: readonly string[]): void => {
  if (ids.some((id) => own.has(id))) return;
  changed.set(new Set([...changed.get(), ...ids]));
  later(() => changed.set(new Set([...changed.get()].filter((id) => !ids.includes(id)))), TINT_MS);
};

/** `data-changed` of the row of a record: set for 2 s after someone else changed the record. */
export const useChanged = (id: string): '' | undefined => (changed.usePart((ids) => ids.has(id)) ? '' : undefined);
