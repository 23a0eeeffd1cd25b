import type { BusinessCaller, MemberCaller, PublicCaller, StaffCaller } from '../kernel/caller.ts';
import { isoInstant } from '../kernel/clock.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { lazily } from '../kernel/lazily.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';

/** Paths below this one need no credential: they carry a token, or name a media that is public. */
export const MEDIA_PREFIX = '/media/';
export const MEDIA_FILES: OpenPaths = { prefixes: [MEDIA_PREFIX], readableFrom: 'apps' };

/** How long a signed path is valid, in milliseconds (content.md "Media"). */
export const LINK_LIFETIME_MS = 4 * HOUR_MS;

/** The place of the token in the path of a public media. */
const PUBLIC = 'public';

/** How long the path of one file stays the same, in milliseconds. */
const FILE_LINK_STEP_MS = HOUR_MS;

export type LinkCaller =
  | PublicCaller
  | Pick<BusinessCaller | StaffCaller, 'kind' | 'credentialId'>
  | Pick<MemberCaller, 'kind' | 'credentialId' | 'clientId' | 'through'>;

/** Who got a signed path: a client, a credential of the business, one that acted for a client, or a stranger. */
export interface LinkHolder {
  readonly isStranger?: true;
  readonly clientId?: string | undefined;
  readonly credentialId?: string | undefined;
}

export interface LinkedMedia {
  readonly id: string;
  readonly playbackPolicy: 'public' | 'signed';
}

interface MediaLink {
  /** The path of a file of the media, such as `poster.jpg`, with a leading slash. */
  pathOf(file: string): string;
  /** ISO 8601 instant after which the paths are refused; null for a public media. */
  readonly expiresAt: string | null;
}

/** What a path below `/media/` may read, and who got a valid one: `expired` and `invalid` tokens read nothing. */
type LinkState =
  | { readonly is: 'public' | 'expired' | 'invalid' }
  | { readonly is: 'valid'; readonly holder: LinkHolder };

/** `<expiry in seconds, base 36>.<holder>.<HMAC-SHA-256 in base64url>`, with the file before the last part if it opens one only. */
const TOKEN = /^([0-9a-z]{1,8})\.([cms]-[\w-]{1,100})(?:\.([a-z]{1,20}))?\.([\w-]{43})$/;

/** All who have not signed in. */
const STRANGERS = 's-all';

/** `c-<credential>`, `m-<client>`, or `m-<client>_<credential>` for a client for whom a credential acted. */
const holderText = (caller: LinkCaller): string => {
  if (caller.kind === 'public') return STRANGERS;
  if (caller.kind !== 'member') return `c-${caller.credentialId}`;
  const { through, clientId, credentialId } = caller;
  return through === 'sign-in' ? `m-${clientId}` : `m-${clientId}_${credentialId}`;
};

const holderIn = (text: string): LinkHolder => {
  if (text === STRANGERS) return { isStranger: true };
  const id = text.slice(2);
  if (text.startsWith('c-')) return { credentialId: id };
  const [clientId, credentialId] = id.split('_', 2);
  return { clientId, credentialId };
};

/**
 * Links that are signed with a key, which is made with the first one. A player cannot send a header, so the token is in the path, where the segments of a
 * playlist inherit it: `/media/<token>/<media id>/<file>`. Links of a public media have no token:
 * `/media/public/<media id>/<file>`. A token of one file is for pictures in lists, also of what the reader may not play.
 */
export const createMediaLinks = (makeKey: () => Uint8Array) => {
  const keyOf = lazily(makeKey);
  const codeOf = (mediaId: string, parts: readonly string[]): string =>
    new Bun.CryptoHasher('sha256', keyOf()).update([mediaId, ...parts].join('\n')).digest('base64url');
  const publicPath = (mediaId: string, file: string) => `${MEDIA_PREFIX}${PUBLIC}/${mediaId}/${file}`;
  /** @param parts what the token says: expiry, holder, and the file if it opens one only. */
  const tokenOf = (mediaId: string, parts: readonly string[]): string => {
    const token = [...parts, codeOf(mediaId, parts)].join('.');
    if (!TOKEN.test(token)) throw new Error('the id of the holder or the name of the file cannot be in a token');
    return token;
  };
  return {
    /** @param nowMs epoch ms. */
    linkFor({ id, playbackPolicy }: LinkedMedia, by: LinkCaller, nowMs: number): MediaLink {
      if (playbackPolicy === 'public') {
        return { pathOf: (file) => publicPath(id, file), expiresAt: null };
      }
      const seconds = Math.floor((nowMs + LINK_LIFETIME_MS) / 1000);
      const token = tokenOf(id, [seconds.toString(36), holderText(by)]);
      return { pathOf: (file) => `${MEDIA_PREFIX}${token}/${id}/${file}`, expiresAt: isoInstant(seconds * 1000) };
    },
    /**
     * The path of one file of a media, such as `poster`, whose token opens no other file. It is valid for three to four hours, and
     * the same for an hour, so that browsers keep the pictures of lists.
     * @param nowMs epoch ms.
     */
    filePathFor({ id, playbackPolicy }: LinkedMedia, file: string, by: LinkCaller, nowMs: number): string {
      if (playbackPolicy === 'public') return publicPath(id, file);
      const end = nowMs + LINK_LIFETIME_MS;
      const seconds = (end - (end % FILE_LINK_STEP_MS)) / 1000;
      return `${MEDIA_PREFIX}${tokenOf(id, [seconds.toString(36), holderText(by), file])}/${id}/${file}`;
    },
    /** Checks the token of a path against the media and the file that the path names. */
    stateOf(token: string, mediaId: string, file: string, nowMs: number): LinkState {
      if (token === PUBLIC) return { is: 'public' };
      const [, expiry, holder, onlyFile, code] = TOKEN.exec(token) ?? [];
      if (expiry === undefined || holder === undefined || code === undefined) return { is: 'invalid' };
      const parts = onlyFile === undefined ? [expiry, holder] : [expiry, holder, onlyFile];
      const isRight = crypto.timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(mediaId, parts)));
      if (!isRight || (onlyFile !== undefined && onlyFile !== file)) return { is: 'invalid' };
      const isOver = Number.parseInt(expiry, 36) * 1000 <= nowMs;
      return isOver ? { is: 'expired' } : { is: 'valid', holder: holderIn(holder) };
    },
  };
};

export type MediaLinks = ReturnType<typeof createMediaLinks>;
