import { isAbsolute } from 'node:path';
import { isSecureOrLocalUrl } from '../auth/members/issuer.ts';
import { parseNetwork } from '../kernel/ip-address.ts';
import { storedOrigin } from '../kernel/web-origins.ts';

export interface SettingType<T> {
  /** Stands for the value in help; empty for a flag without a value. */
  readonly placeholder: string;
  /** @throws Error whose message continues "STUDIOD_X ..." when the text is invalid. */
  parse(text: string): T;
}

const type = <T>(placeholder: string, parse: (text: string) => T): SettingType<T> => ({ placeholder, parse });

export const whole = (min: number, max: number, placeholder = 'NUMBER'): SettingType<number> =>
  type(placeholder, (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new Error(`must be a whole number from ${min} to ${max}, not '${text}'`);
  });

export const text: SettingType<string> = type('TEXT', (given) => given);

/** A secret that cannot be guessed. */
export const token: SettingType<string> = type('TOKEN', (given) => {
  if (/^[\x21-\x7e]{16,}$/.test(given)) return given;
  throw new Error('must have at least 16 characters and no spaces; create one with: openssl rand -hex 32');
});

/** A key with one of some prefixes. Messages never repeat it. */
export const keyWithPrefix = (...prefixes: readonly string[]): SettingType<string> =>
  type('KEY', (given) => {
    if (prefixes.some((prefix) => given.startsWith(prefix)) && /^[\w-]+$/.test(given)) return given;
    throw new Error(`must begin with ${prefixes.join(' or ')} and contain no spaces`);
  });

/** The address of a service: https, or http on this machine. */
export const service: SettingType<string> = type('URL', (given) => {
  const url = isSecureOrLocalUrl(given) ? new URL(given) : undefined;
  if (url !== undefined && url.pathname === '/' && url.search + url.hash === '') return url.origin;
  throw new Error(
    `must be an address such as https://api.example without a path (http only on loopback), not '${given}'`,
  );
});

/** The address of an S3 storage, which may have a path: requests go below it. Without a slash at the end. */
export const storage: SettingType<string> = type('URL', (given) => {
  const url = isSecureOrLocalUrl(given) ? new URL(given) : undefined;
  if (url !== undefined && !/[?#]/.test(given) && url.username + url.password === '') {
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw new Error(
    'must be an address such as https://storage.example or https://storage.example/s3 without a query, fragment or password (http only on loopback)',
  );
});

export const path: SettingType<string> = type('PATH', (given) => {
  if (given.trim() !== '') return given;
  throw new Error('must be a path, not empty');
});

export const program: SettingType<string> = type('PATH', (given) => path.parse(given));

/** A secret from which a key is made; it may have spaces. Messages never repeat it. */
export const passphrase: SettingType<string> = type('TEXT', (given) => {
  if (given.length >= 16) return given;
  throw new Error('must have at least 16 characters; create one with: openssl rand -base64 32');
});

const S3_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/;

/** What is wrong with an address that begins as one of S3. */
const wrongInS3 = (address: string): string => {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(.*)$/.exec(address) ?? [];
  const stranger = /[^\w./-]/u.exec(bucket + path)?.[0];
  if (stranger !== undefined) {
    const named = stranger === ' ' ? 'a space' : `'${stranger}'`;
    return `has ${named}: it can have only letters from a to z, digits, '-', '_', and '.'`;
  }
  if (!S3_ADDRESS.test(`s3://${bucket}`)) {
    return `has the bucket '${bucket}': a bucket name has 3 to 63 lowercase letters, digits, '-', and '.'`;
  }
  return 'has two slashes in a row';
};

/** Directories with their whole path, and buckets of S3, separated by commas. */
export const targets: SettingType<readonly string[]> = type('TARGET,..', (given) => {
  const list = given.split(',').flatMap((each) => each.trim() || []);
  const wrong = list.find((each) => !isAbsolute(each) && !S3_ADDRESS.test(each));
  if (wrong !== undefined) {
    const why = wrong.startsWith('s3://') ? wrongInS3(wrong) : 'is neither';
    throw new Error(`must be directories such as /mnt/disk/studiod, or s3://bucket/prefix; '${wrong}' ${why}`);
  }
  return [...new Set(list.map((each) => each.replace(/(?<=.)\/+$/, '')))];
});

const [YES, NO] = [
  ['true', 'yes', 'on', '1'],
  ['false', 'no', 'off', '0'],
];
/** A flag without a value; in the environment and the file a yes or no, in any case. */
export const toggle: SettingType<boolean> = type('', (given) => {
  const word = given.toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new Error(`must be true or false, not '${given}'`);
});

export const oneOf = <Word extends string>(...words: Word[]): SettingType<Word> =>
  type(words.join('|'), (given) => {
    const found = words.find((word) => word === given);
    if (found !== undefined) return found;
    throw new Error(`must be one of ${words.join(', ')}, not '${given}'`);
  });

/** An http or https address without a path, to which `/v2` is appended. */
export const origin: SettingType<string> = type('URL', (given) => {
  const found = storedOrigin(given);
  if (found !== undefined) return found;
  throw new Error(`must be an address such as https://studio.example without a path, not '${given}'`);
});

export const texts: SettingType<readonly string[]> = type('TEXT,..', (given) =>
  given.split(',').flatMap((each) => each.trim() || []),
);

/** The address of an OpenID Connect provider, exactly as given: https, or http on this machine. */
export const issuer: SettingType<string> = type('URL', (given) => {
  if (isSecureOrLocalUrl(given) && new URL(given).search === '' && new URL(given).hash === '') return given;
  throw new Error(`must be an address such as https://login.example (http only on loopback), not '${given}'`);
});

/** The address of an ACME directory: https, or http on this machine. */
export const directoryUrl: SettingType<string> = type('URL', (given) => {
  if (isSecureOrLocalUrl(given) && new URL(given).hash === '') return given;
  throw new Error(`must be an address such as https://acme.example/directory (http only on loopback), not '${given}'`);
});

export const email: SettingType<string> = type('EMAIL', (given) => {
  if (/^[^\s@,<>]+@[^\s@,<>]+$/.test(given)) return given;
  throw new Error(`must be one address such as studio@example.com, not '${given}'`);
});

/** A name with at least one dot that is not an address: labels of up to 63 letters, digits and hyphens. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** As many as Let's Encrypt puts in one certificate. */
const MAX_HOST_NAMES = 100;

/** Host names separated by commas, in lower case. */
export const hostNames: SettingType<readonly string[]> = type('NAME,..', (given) => {
  const names = [...new Set(given.split(',').flatMap((each) => each.trim().toLowerCase() || []))];
  const wrong = names.find((each) => !HOST_NAME.test(each));
  if (wrong !== undefined) {
    throw new Error(
      `must be host names such as studio.example, without wildcards and addresses; '${wrong}' is not one`,
    );
  }
  if (names.length <= MAX_HOST_NAMES) return names;
  throw new Error(`must be at most ${MAX_HOST_NAMES} host names, not ${names.length}`);
});

/** An origin as browsers and web views send it; undefined for what is none, such as a wildcard. */
const originOf = (text: string): string | undefined => {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([\w.:[\]-]+)\/?$/i.exec(text) ?? [];
  const isApp = host !== '' && !/^https?$/i.test(scheme);
  return isApp ? `${scheme.toLowerCase()}://${host}` : storedOrigin(text);
};

/** Origins of pages and apps, separated by commas: `https://app.studio.example`, `capacitor://localhost`. */
export const origins: SettingType<readonly string[]> = type('ORIGIN,..', (given) =>
  given.split(',').flatMap((each) => {
    const text = each.trim();
    if (text === '') return [];
    const found = originOf(text);
    if (found === undefined) {
      const hint = text.includes('*') ? '; wildcards are not supported, so name each origin' : '';
      throw new Error(`must be origins such as https://app.studio.example, not '${text}'${hint}`);
    }
    return [found];
  }),
);

/** Networks in CIDR form, separated by commas; a bare address is a network of one. */
export const networks: SettingType<readonly string[]> = type('CIDR,..', (given) => {
  const list = given.split(',').flatMap((each) => each.trim() || []);
  const wrong = list.find((each) => parseNetwork(each) === undefined);
  if (wrong !== undefined)
    throw new Error(`must be networks such as 10.0.0.0/8, separated by commas; '${wrong}' is not one`);
  return list;
});

const CRON_FIELDS: readonly (readonly [min: number, max: number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

// `*`, `5`, `1-5`, a step after a star or a range (`1-5/2`), and lists of these.
const isCronField = (text: string, [min, max]: readonly [number, number]): boolean =>
  text.split(',').every((part) => {
    const match = /^(?:\*|(\d+)-(\d+)|(\d+)(?!\/))(?:\/(\d+))?$/.exec(part);
    if (match === null) return false;
    const [, first, last, one, step = '1'] = match;
    const from = Number(first ?? one ?? min);
    const to = Number(last ?? one ?? max);
    return min <= from && from <= to && to <= max && Number(step) > 0;
  });

/** A cron pattern in UTC, or `off`. */
export const schedule: SettingType<string> = type('CRON', (given) => {
  const fields = given.trim().split(/\s+/);
  const isCron =
    fields.length === CRON_FIELDS.length && CRON_FIELDS.every((range, at) => isCronField(fields[at] ?? '', range));
  if (given === 'off' || isCron) return given;
  throw new Error(
    `must be five fields such as '17 4 * * *' (minute, hour, day, month, weekday; UTC), or off, not '${given}'`,
  );
});

export const optional = <T>(inner: SettingType<T>): SettingType<T | undefined> => inner;

/** The address of a mail server, with user and password where it asks for them. Messages never repeat it. */
export const smtpUrl: SettingType<string> = type('URL', (given) => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isServer = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  const isDecodable = url !== undefined && [url.username, url.password].every((part) => !/%(?![\da-f]{2})/i.test(part));
  if (isServer && isDecodable) return given;
  throw new Error(
    'must be an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587; in the user and password, encode % as %25',
  );
});
