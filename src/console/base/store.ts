import { useSyncExternalStore } from 'react';

/** Begins to watch something outside of the page. Returns what ends it. @param changed says that it has changed. */
type Watch = (changed: () => void) => () => void;

/** A value that is kept elsewhere, such as in the storage of the browser. It is watched while a part of the page shows it. */
export const makeSource = <Value>(read: () => Value, watch: Watch = () => () => undefined) => {
  const listeners = new Set<() => void>();
  let end = (): void => undefined;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    if (listeners.size === 0) end = watch(changed);
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) end();
    };
  };
  return {
    subscribe,
    changed,
    use: (): Value => useSyncExternalStore(subscribe, read),
    /** What a part of the page needs of the value: the same as before where that has not changed. */
    usePart: <Part>(pick: (value: Value) => Part): Part => useSyncExternalStore(subscribe, () => pick(read())),
  };
};

/** A value that parts of the page share. @param watch see `makeSource` */
export const makeStore = <Value>(first: Value, watch?: Watch) => {
  let value = first;
  const { changed, ...source } = makeSource(() => value, watch);
  return {
    ...source,
    get: (): Value => value,
    set: (next: Value): void => {
      value = next;
      changed();
    },
  };
};
