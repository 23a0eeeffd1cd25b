import type { Seal } from '../database/seal.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { lazily } from '../kernel/lazily.ts';
import type { Random } from '../kernel/random.ts';
import { cookieIn, httpOnlyCookie } from './cookies.ts';

// Browsers in which someone has signed in before (conventions.md "Credentials"). What strangers do to an account does not
// slow such a browser down. The cookie signs no one in, and nothing of it is stored here.

/** In seconds. Browsers forget a cookie after 400 days at the latest. */
const MAX_AGE = (400 * DAY_MS) / 1000;
/** A computer at a desk is used by many; the first are forgotten. */
const MOST_ACCOUNTS = 8;
const ID_BYTES = 16;
const MAC_BYTES = 16;
const COOKIE = /^[\w-]{22}\.[\w-]{22}(?:~[\w-]{22}){0,8}$/;

const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-studiod-known' : 'studiod_known');

/** The account of a person, by how they sign in. */
export interface KnownAccount {
  readonly kind: 'staff' | 'member';
  /** As it is stored. */
  readonly email: string;
}

/** What a request says of its browser. */
export interface KnownBrowser {
  /** undefined for a browser in which no one has signed in. */
  readonly id: string | undefined;
  /** Whether this account has signed in with it. */
  knows(account: KnownAccount): boolean;
  /** The value of `Set-Cookie` once the account has signed in. */
  cookieFor(account: KnownAccount): string;
}

interface Options {
  readonly seal: Pick<Seal, 'keyFor'>;
  readonly random: Random;
  readonly rootUrl: () => string;
}

export const createKnownBrowsers = ({ seal, random, rootUrl }: Options) => {
  const key = lazily(() => seal.keyFor('known browsers'));
  const signed = (...parts: readonly string[]): string => {
    const mac = new Bun.CryptoHasher('sha256', key()).update(JSON.stringify(parts)).digest();
    return mac.subarray(0, MAC_BYTES).toString('base64url');
  };
  const isSame = (left: string, right: string): boolean =>
    left.length === right.length && crypto.timingSafeEqual(Buffer.from(left), Buffer.from(right));
  const isSecure = (): boolean => rootUrl().startsWith('https:');

  /** The id of a browser and its accounts, which are of use only to anyone who can name them. */
  const read = (request: Request): { id: string; accounts: readonly string[] } | undefined => {
    const value = cookieIn(request, nameOf(isSecure()));
    if (value === undefined || !COOKIE.test(value)) return undefined;
    const [head = '', ...accounts] = value.split('~');
    const [id = '', proof = ''] = head.split('.');
    return isSame(proof, signed(id)) ? { id, accounts } : undefined;
  };

  return {
    of(request: Request): KnownBrowser {
      const found = read(request);
      const macOf = (id: string, { kind, email }: KnownAccount): string => signed(id, kind, email);
      return {
        id: found?.id,
        knows: (account) => found?.accounts.some((each) => isSame(each, macOf(found.id, account))) === true,
        cookieFor(account) {
          const id = found?.id ?? Buffer.from(random.bytes(ID_BYTES)).toString('base64url');
          const mac = macOf(id, account);
          const others = (found?.accounts ?? []).filter((each) => each !== mac);
          const value = [`${id}.${signed(id)}`, mac, ...others.slice(0, MOST_ACCOUNTS - 1)].join('~');
          return httpOnlyCookie({ name: nameOf(isSecure()), value, maxAge: MAX_AGE, isSecure: isSecure() });
        },
      };
    },
  };
};

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
