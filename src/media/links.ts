import type { Caller } from '../kernel/caller.ts';
import { isoInstant } from '../kernel/clock.ts';
import { lazily } from '../kernel/lazily.ts';

/** Paths below this one need no credential: they carry a token, or name a media that is public. */
export const MEDIA_PREFIX = '/media/';

/** How long a signed path is valid, in milliseconds (content.md "Media"). */
export const LINK_LIFETIME_MS = 4 * 3_600_000;

/** The place of the token in the path of a public media. */
const PUBLIC = 'public';

/** Who asks for a signed path. */
type LinkCaller = Pick<Caller, 'kind' | 'credentialId' | 'clientId'>;

/** Who got a signed path: a client, a credential of the business, or one that acted for a client. */
export interface LinkHolder {
  readonly clientId?: string | undefined;
  readonly credentialId?: string | undefined;
}

/** The media of a link, with its policy. */
interface LinkedMedia {
  readonly id: string;
  readonly playbackPolicy: 'public' | 'signed';
}

/** The paths of the files of one media, for one holder. */
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

/** Makes and checks the paths of media. */
export interface MediaLinks {
  /** @param nowMs epoch ms. */
  linkFor(media: LinkedMedia, caller: LinkCaller, nowMs: number): MediaLink;
  /** Checks the token of a path against the media that the path names. */
  stateOf(token: string, mediaId: string, nowMs: number): LinkState;
}

/** `<expiry in seconds, base 36>.<holder>.<HMAC-SHA-256 in base64url>` */
const TOKEN = /^([0-9a-z]{1,8})\.([cm]-[\w-]{1,100})\.([\w-]{43})$/;

/** `c-<credential>`, `m-<client>`, or `m-<client>_<credential>` for a client for whom a credential acted. */
const holderText = ({ kind, clientId, credentialId }: LinkCaller): string => {
  if (clientId === undefined) return `c-${credentialId}`;
  return kind === 'member' ? `m-${clientId}` : `m-${clientId}_${credentialId}`;
};

const holderIn = (text: string): LinkHolder => {
  const id = text.slice(2);
  if (text.startsWith('c-')) return { credentialId: id };
  const [clientId, credentialId] = id.split('_', 2);
  return { clientId, credentialId };
};

/**
 * Links that are signed with a key, which is made with the first one. A player cannot send a header, so the token is in the path, where the segments of a
 * playlist inherit it: `/media/<token>/<media id>/<file>`. Those of a public media have no token:
 * `/media/public/<media id>/<file>`.
 */
export const createMediaLinks = (makeKey: () => Uint8Array): MediaLinks => {
  const keyOf = lazily(makeKey);
  const codeOf = (mediaId: string, expiry: string, holder: string): string =>
    new Bun.CryptoHasher('sha256', keyOf()).update(`${mediaId}\n${expiry}\n${holder}`).digest('base64url');
  return {
    linkFor({ id, playbackPolicy }, by, nowMs) {
      if (playbackPolicy === 'public') {
        return { pathOf: (file) => `${MEDIA_PREFIX}${PUBLIC}/${id}/${file}`, expiresAt: null };
      }
      const seconds = Math.floor((nowMs + LINK_LIFETIME_MS) / 1000);
      const [expiry, holder] = [seconds.toString(36), holderText(by)];
      const token = `${expiry}.${holder}.${codeOf(id, expiry, holder)}`;
      if (!TOKEN.test(token)) throw new Error('the id of the holder cannot be in a path');
      return { pathOf: (file) => `${MEDIA_PREFIX}${token}/${id}/${file}`, expiresAt: isoInstant(seconds * 1000) };
    },
    stateOf(token, mediaId, nowMs) {
      if (token === PUBLIC) return { is: 'public' };
      const [, expiry, holder, code] = TOKEN.exec(token) ?? [];
      if (expiry === undefined || holder === undefined || code === undefined) return { is: 'invalid' };
      const isRight = crypto.timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(mediaId, expiry, holder)));
      if (!isRight) return { is: 'invalid' };
      const isOver = Number.parseInt(expiry, 36) * 1000 <= nowMs;
      return isOver ? { is: 'expired' } : { is: 'valid', holder: holderIn(holder) };
    },
  };
};
