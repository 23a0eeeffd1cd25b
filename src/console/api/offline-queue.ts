import { keptHere, watchStorage } from '../base/storage.ts';
import { makeSource } from '../base/store.ts';

/** Something to send that a connection is missing for. Its key identifies one press: sent again it does nothing more. */
interface Keepable {
  readonly key: string;
}

/** What becomes of what was kept: it has arrived, it waits on, or the server has refused it for this reason. */
export type Sent = 'arrived' | 'waits' | { readonly refused: string };

type Queued<Item> = Item & {
  /** Why the server has refused it. It is not sent again. */
  readonly refused?: string;
};

const next = <Item>(entries: readonly Queued<Item>[], isMine: (item: Item) => boolean): Queued<Item> | undefined =>
  entries.find((each) => each.refused === undefined && isMine(each));

/** Lets one tab of the browser at a time do some work; the others leave it out. */
const alone = async (name: string, work: () => Promise<void>): Promise<void> => {
  // A page without https has no locks; the keys keep what two tabs send from being done twice.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
};

/** What is kept in this browser until there is a connection, under a name. It survives a reload, and all tabs have the same. */
export const offlineQueue = <Item extends Keepable>(name: string) => {
  type Entry = Queued<Item>;
  let text: string | null | undefined;
  let entries: readonly Entry[] = [];
  /** The same array as long as nothing has changed. */
  const all = (): readonly Entry[] => {
    const stored = keptHere.get(name);
    if (stored !== text) [text, entries] = [stored, JSON.parse(stored ?? '[]')];
    return entries;
  };
  const { changed, use } = makeSource(all, watchStorage);
  const store = (next: readonly Entry[]): void => {
    if (next.length === 0) keptHere.remove(name);
    else keptHere.set(name, JSON.stringify(next));
    changed();
  };
  const drop = (key: string): void => store(all().filter((each) => each.key !== key));
  let isSending = false;
  const sendAll = async (send: (item: Item) => Promise<Sent>, isMine: (item: Item) => boolean): Promise<number> => {
    let arrived = 0;
    for (let item = next(all(), isMine); item !== undefined; item = next(all(), isMine)) {
      const sent = await send(item);
      if (sent === 'waits') return arrived;
      const { key } = item;
      if (sent === 'arrived') {
        arrived += 1;
        drop(key);
      } else store(all().map((each) => (each.key === key ? { ...each, ...sent } : each)));
    }
    return arrived;
  };
  return {
    all,
    /** What is kept, as it is in any tab. */
    use,
    keep: (item: Item): void => store([...all(), item]),
    drop,
    /** Sends what waits, the oldest first, until the connection breaks again. Returns how many have arrived. */
    send: async (
      send: (item: Item) => Promise<Sent>,
      isMine: (item: Item) => boolean = () => true,
    ): Promise<number> => {
      let arrived = 0;
      if (isSending || next(all(), isMine) === undefined) return arrived;
      isSending = true;
      try {
        await alone(`${name}.send`, async () => {
          arrived = await sendAll(send, isMine);
        });
      } finally {
        isSending = false;
      }
      return arrived;
    },
  };
};
