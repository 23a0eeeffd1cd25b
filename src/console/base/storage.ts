/** What a browser keeps for the console. Where it keeps nothing, the console works and forgets. */
interface Cache {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/** Browsers throw where people have forbidden storage, also at the name itself, and where the storage is full. */
const attempt = <Done>(work: () => Done, otherwise: Done): Done => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const cacheIn = (storageOf: () => Storage): Cache => {
  /** What could not be stored, until the page is left. */
  const unstored = new Map<string, string>();
  return {
    get: (key) => unstored.get(key) ?? attempt(() => storageOf().getItem(key), null),
    set: (key, value) => {
      unstored.set(key, value);
      attempt(() => {
        storageOf().setItem(key, value);
        unstored.delete(key);
      }, undefined);
    },
    remove: (key) => {
      unstored.delete(key);
      attempt(() => storageOf().removeItem(key), undefined);
    },
  };
};

/** For all tabs of the browser. */
export const keptHere = cacheIn(() => localStorage);

/** For this tab, until it is closed. */
export const keptInTab = cacheIn(() => sessionStorage);

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** A channel to the other tabs of the browser; one that no one hears in a browser without. */
export const channelOf = (name: string): Channel =>
  'BroadcastChannel' in globalThis
    ? new BroadcastChannel(name)
    : { postMessage: () => undefined, close: () => undefined, onmessage: null };

/** Watches the storage of the browser, which all tabs share. */
export const watchStorage = (changed: () => void): (() => void) => {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
};
