import type { Read } from '../../database/database.ts';
import type { Encoder } from '../../http/compression.ts';
import { lastEventId } from '../../resources/live/queries.ts';

/** As browsers keep them. */
const KEPT_MS = 30_000;
const MOST = 100;
const LONGEST_ADDRESS = 200;

/** A page that is the same for all strangers. */
export interface SharedPage {
  readonly content: string;
  readonly etag: string;
  readonly policy: string;
  /** The content as it was compressed for a browser before, by the name of the encoding. */
  readonly encoded: Map<string, Promise<Uint8Array>>;
}

/**
 * The content of a page as an encoder makes it, once for all who ask. Pages of members are sent as they are: the length of a
 * compressed page could tell something about the secrets in it.
 */
export const encodedPage = ({ content, encoded }: SharedPage, { name, now }: Encoder): Promise<Uint8Array> => {
  const made = encoded.get(name) ?? Promise.resolve(now(new TextEncoder().encode(content)));
  encoded.set(name, made);
  return made;
};

/**
 * Pages for strangers that were made just now, by their address and language, as long
 * as no event has been raised. A page takes 1 ms to make, and 500 people may follow one link.
 */
export const createSharedPages = () => {
  const kept = new Map<string, SharedPage & { readonly at: number }>();
  let version = '';
  return {
    /** Names a page; undefined for an address that is not kept. */
    keyOf: ({ pathname, search }: URL, language: string): string | undefined =>
      pathname.length + search.length > LONGEST_ADDRESS ? undefined : `${language} ${pathname}${search}`,
    find(read: Read, key: string): SharedPage | undefined {
      const newest = lastEventId(read);
      if (newest !== version) kept.clear();
      version = newest;
      const found = kept.get(key);
      return found !== undefined && read.nowMs - found.at < KEPT_MS && read.nowMs >= found.at ? found : undefined;
    },
    /** Keeps a page that was made from what `find` has just looked for. */
    keep(read: Read, key: string, page: SharedPage): void {
      if (lastEventId(read) !== version) return;
      if (kept.size >= MOST) kept.clear();
      kept.set(key, { ...page, at: read.nowMs });
    },
  };
};
