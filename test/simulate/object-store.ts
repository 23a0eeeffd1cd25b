// An object storage in memory, for copies of backups: it is busy, cuts what it is sent, or does what it says it has not done. The
// process that copies may be killed between any two requests, or in the middle of one.

import type { Target } from '../../src/cli/targets/target.ts';
import type { Bytes } from '../../src/database/backup/byte-reader.ts';
import type { Choices } from '../helpers/seeded.ts';
import { NEVER } from './outside.ts';

/** `unheard`: what was asked is done, and the answer says that it is not. */
type Mishap = 'busy' | 'cut' | 'unheard' | 'killed';

/** Of so many requests one goes wrong, on a usual night and on a bad one. */
const USUAL_ONCE_IN = 60;
const BAD_ONCE_IN = 3;
const BURST_ONCE_IN = 7;
const KILL_ONCE_IN = 5;

class StorageError extends Error {}

const collected = async (source: Bytes): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};

export const openObjectStore = (choose: Choices) => {
  const objects = new Map<string, Uint8Array>();
  /** Put in by hand. */
  const faults = { removesNeededMedia: false };
  let [badNights, onceIn, killAt, requests] = [0, USUAL_ONCE_IN, 0, 0];
  let mishaps: string[] = [];

  /** The storage, as one process uses it. `killed` is resolved when that process dies. */
  const open = (): { readonly target: Target; readonly killed: Promise<void> } => {
    let die = (): void => {};
    const killed = new Promise<void>((resolve) => {
      die = resolve;
    });
    const request = (what: string): Mishap | undefined => {
      requests += 1;
      const usual = choose.once(onceIn) ? choose.of(['busy', 'cut', 'unheard'] as const) : undefined;
      const mishap = requests === killAt ? 'killed' : usual;
      if (mishap !== undefined) mishaps.push(`${what} ${mishap}`);
      return mishap;
    };
    /** Ends a request that has gone wrong. */
    const end = (mishap: Mishap): Promise<never> => {
      if (mishap !== 'killed') throw new StorageError(`503 ${mishap}`);
      die();
      return NEVER;
    };
    /** What is left of an object that was cut. */
    const cut = (bytes: Uint8Array): Uint8Array => bytes.slice(0, Math.floor((bytes.length * choose.below(100)) / 100));

    async function* get(name: string, bytes: number): Bytes {
      const mishap = request('get');
      if (mishap === 'busy' || mishap === 'unheard') await end(mishap);
      const found = objects.get(name);
      if (found === undefined) throw new StorageError(`NoSuchKey: ${name}`);
      if (found.length < bytes) throw new StorageError(`${name} changed while it was read`);
      yield mishap === undefined ? found.subarray(0, bytes) : cut(found);
      if (mishap !== undefined) await end(mishap);
    }

    const target: Target = {
      name: 's3://simulated/studio',
      async list() {
        const mishap = request('list');
        if (mishap !== undefined) return end(mishap);
        return [...objects].map(([name, { length }]) => ({ name, bytes: length }));
      },
      async put(name, make) {
        const mishap = request('put');
        if (mishap === 'busy') return end(mishap);
        const bytes = await collected((await make()).bytes);
        // A process that is killed has sent all of it, a part or nothing.
        const isCut = mishap === 'cut' || (mishap === 'killed' && choose.once(2));
        if (!isCut) objects.set(name, bytes);
        else if (choose.once(2)) objects.set(name, cut(bytes));
        if (mishap !== undefined) await end(mishap);
      },
      get,
      async remove(name) {
        const mishap = request('remove');
        const isDone = mishap === undefined || mishap === 'unheard' || (mishap === 'killed' && choose.once(2));
        if (isDone && faults.removesNeededMedia && name.endsWith('.json')) {
          const manifest = Buffer.from(objects.get(name) ?? '').toString();
          for (const media of objects.keys())
            if (media.startsWith('media') && manifest.includes(media.slice(-64))) objects.delete(media);
        }
        if (isDone) objects.delete(name);
        if (mishap !== undefined) await end(mishap);
      },
    };
    return { target, killed };
  };

  return {
    /** What is stored, by name. */
    objects: objects as ReadonlyMap<string, Uint8Array>,
    faults,
    open,
    /** A new night: what goes wrong comes in bursts of nights. */
    begin(mayDie: boolean): void {
      if (badNights > 0) badNights -= 1;
      else if (choose.once(BURST_ONCE_IN)) badNights = 1 + choose.below(4);
      onceIn = badNights > 0 ? BAD_ONCE_IN : USUAL_ONCE_IN;
      const at = 1 + choose.below(12);
      killAt = mayDie && choose.once(KILL_ONCE_IN) ? at : 0;
      [requests, mishaps] = [0, []];
    },
    /** What has gone wrong since the night began. */
    mishaps: (): readonly string[] => mishaps,
  };
};
