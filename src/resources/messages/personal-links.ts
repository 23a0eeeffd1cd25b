import type { Seal } from '../../database/seal.ts';
import { lazily } from '../../kernel/lazily.ts';

/** What a link opens without signing in: the calendar of a client, or the choice of the mails that a client gets, or the visit of a guest, by its booking. */
export type LinkPurpose = 'calendar' | 'mails' | 'guest';

/** Where a guest opens the invitation, with the token of the visit. */
export const GUEST_PREFIX = '/book/guest/';

/** A client's id without hyphens, and the first 160 bits of an HMAC-SHA-256 in base64url. */
const TOKEN = /^([0-9a-f]{32})([\w-]{27})$/;
const MAC_LENGTH = 27;

const withHyphens = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * The tokens of links that are a client's own. They are the same each time, and nothing of them is stored: the key of the
 * studio makes them of the id of the client, or of what `named` says besides.
 */
export const createPersonalLinks = (seal: Pick<Seal, 'keyFor'>) => {
  const key = lazily(() => seal.keyFor('personal links'));
  const macOf = (purpose: LinkPurpose, id: string): string =>
    new Bun.CryptoHasher('sha256', key()).update(`${purpose} ${id}`).digest('base64url').slice(0, MAC_LENGTH);
  return {
    tokenOf: (purpose: LinkPurpose, clientId: string, named = clientId): string =>
      `${clientId.replaceAll('-', '')}${macOf(purpose, named)}`,
    /** The client of a token; undefined for a token that this studio has not made for this purpose, and the name of the client. */
    clientOf(
      purpose: LinkPurpose,
      token: string,
      nameOf: (clientId: string) => string | undefined = (id) => id,
    ): string | undefined {
      const [, hex = '', mac = ''] = TOKEN.exec(token) ?? [];
      if (hex === '') return undefined;
      const id = withHyphens(hex);
      const named = nameOf(id);
      if (named === undefined) return undefined;
      const isOwn = crypto.timingSafeEqual(Buffer.from(macOf(purpose, named)), Buffer.from(mac));
      return isOwn ? id : undefined;
    },
  };
};

export type PersonalLinks = ReturnType<typeof createPersonalLinks>;
