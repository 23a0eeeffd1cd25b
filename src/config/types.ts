import { isSecureUrl } from '../auth/members/issuer.ts';
import { parseNetwork } from '../kernel/ip-address.ts';

/** How the text of a setting becomes its value. */
export interface Kind<T> {
  /** What help shows in the place of the value. */
  readonly word: string;
  /** @throws Error whose message continues "STUDIOD_X ..." when the text is no such value. */
  parse(text: string): T;
}

const kind = <T>(word: string, parse: (text: string) => T): Kind<T> => ({ word, parse });

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number, word = 'NUMBER'): Kind<number> =>
  kind(word, (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}, not '${text}'`);
  });

export const text: Kind<string> = kind('TEXT', (given) => given);
/** A secret that others must not guess. */
export const token: Kind<string> = kind('TOKEN', (given) => {
  if (/^[\x21-\x7e]{16,}$/.test(given)) return given;
  throw new Error('must have at least 16 characters, without spaces; openssl rand -hex 32 makes one');
});

/** A key that says by its beginning what it is. It is never repeated in a message. */
export const keyOf = (...beginnings: readonly string[]): Kind<string> =>
  kind('KEY', (given) => {
    if (beginnings.some((beginning) => given.startsWith(beginning)) && /^[\w-]+$/.test(given)) return given;
    throw new Error(`must begin with ${beginnings.join(' or ')}, without spaces; look at what was pasted`);
  });

/** The address of a service: https, or http on this machine. */
export const service: Kind<string> = kind('URL', (given) => {
  const url = isSecureUrl(given) ? new URL(given) : undefined;
  if (url !== undefined && url.pathname === '/' && url.search + url.hash === '') return url.origin;
  throw new Error(
    `must be an address such as https://api.example without a path (http only on loopback), not '${given}'`,
  );
});

export const path: Kind<string> = kind('PATH', (given) => given);

/** A flag without a value; in the environment and the file `true` or `false`. */
export const onOff: Kind<boolean> = kind('', (given) => {
  if (given === 'true' || given === '1') return true;
  if (given === 'false' || given === '0') return false;
  throw new Error(`must be true or false, not '${given}'`);
});

/** One of `words`. */
export const oneOf = <Word extends string>(...words: Word[]): Kind<Word> =>
  kind(words.join('|'), (given) => {
    const found = words.find((word) => word === given);
    if (found !== undefined) return found;
    throw new Error(`must be one of ${words.join(', ')}, not '${given}'`);
  });

/** An http or https address without a path, as others write it in front of `/v2`. */
export const origin: Kind<string> = kind('URL', (given) => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '') {
    return url.origin;
  }
  throw new Error(`must be an address such as https://studio.example without a path, not '${given}'`);
});

/** Texts separated by commas. */
export const texts: Kind<readonly string[]> = kind('TEXT,..', (given) =>
  given.split(',').flatMap((each) => each.trim() || []),
);

/** The address of an OpenID Connect provider, kept as it is written: https, or http on this machine. */
export const issuer: Kind<string> = kind('URL', (given) => {
  if (isSecureUrl(given) && new URL(given).search === '' && new URL(given).hash === '') return given;
  throw new Error(`must be an address such as https://login.example (http only on loopback), not '${given}'`);
});

const originOf = (text: string): string | undefined => {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s]+)\/?$/i.exec(text) ?? [];
  if (host === '') return undefined;
  return /^https?$/i.test(scheme) ? URL.parse(text)?.origin : `${scheme.toLowerCase()}://${host}`;
};

/** Origins of pages and apps, separated by commas: `https://app.studio.example`, `capacitor://localhost`. */
export const origins: Kind<readonly string[]> = kind('ORIGIN,..', (given) =>
  given.split(',').flatMap((each) => {
    const text = each.trim();
    if (text === '') return [];
    const found = originOf(text);
    if (found === undefined) throw new Error(`must be origins such as https://app.studio.example, not '${text}'`);
    return [found];
  }),
);

/** Networks in CIDR form, separated by commas; a bare address is a network of one. */
export const networks: Kind<readonly string[]> = kind('CIDR,..', (given) => {
  const list = given.split(',').flatMap((each) => each.trim() || []);
  const wrong = list.find((each) => parseNetwork(each) === undefined);
  if (wrong !== undefined)
    throw new Error(`must be networks such as 10.0.0.0/8, separated by commas; '${wrong}' is none`);
  return list;
});

const CRON_FIELDS: readonly (readonly [least: number, most: number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

// A star, `5`, `1-5`, the first and the last with a step (`1-5/2`), and lists of these.
const isCronField = (text: string, [least, most]: readonly [number, number]): boolean =>
  text.split(',').every((part) => {
    const match = /^(?:\*|(\d+)-(\d+)|(\d+)(?!\/))(?:\/(\d+))?$/.exec(part);
    if (match === null) return false;
    const [, first, last, one, step = '1'] = match;
    const from = Number(first ?? one ?? least);
    const to = Number(last ?? one ?? most);
    return least <= from && from <= to && to <= most && Number(step) > 0;
  });

/** When something happens again and again, as cron writes it, in UTC; `off` for never. */
export const schedule: Kind<string> = kind('CRON', (given) => {
  const fields = given.trim().split(/\s+/);
  const isCron =
    fields.length === CRON_FIELDS.length && CRON_FIELDS.every((range, at) => isCronField(fields[at] ?? '', range));
  if (given === 'off' || isCron) return given;
  throw new Error(
    `must be five fields such as '17 4 * * *' (minute, hour, day, month, weekday; UTC), or off, not '${given}'`,
  );
});

/** `inner`, or undefined when it is not set. */
export const optional = <T>(inner: Kind<T>): Kind<T | undefined> => inner;
