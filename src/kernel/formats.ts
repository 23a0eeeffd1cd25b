import { FormatRegistry } from '@sinclair/typebox';
import { epochOf, FIRST_INSTANT, isoInstant, LAST_INSTANT } from './clock.ts';
import { isCountry } from './countries.ts';
import { CURRENT_CURRENCIES } from './currencies.ts';
import { DAY_MS } from './durations.ts';
import { MAX_EMAIL_LENGTH } from './emails.ts';
import { isUuid, storedId } from './ids.ts';
import { isLocalDate } from './local-time.ts';
import { knownMarkdown } from './markdown/kept.ts';
import { isChangedEmail, isSeen, unseenIn } from './plain-text.ts';
import { comparedOrigin, MAX_ORIGIN_LENGTH, storedOrigin, wildcardRefusal } from './web-origins.ts';
import { timeZones } from './zones/time-zones.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

const EMAIL = /^[^\s@<>(),;:\\"[\]]+@[^\s@.<>(),;:\\"[\]]+(\.[^\s@.<>(),;:\\"[\]]+)+$/;
const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const CONTROL = /\p{Cc}/u;

/** The maximum number of characters of the formats whose length their fields state (conventions.md "Values"). */
export const MAX_URL_LENGTH = 2048;
export const MAX_SLUG_LENGTH = 100;
export const MAX_TIME_ZONE_LENGTH = 64;
export const MAX_MARKDOWN_LENGTH = 100_000;

/**
 * An IANA time zone in the spelling of the tz database, such as Europe/Berlin for europe/berlin; undefined if there is none. A
 * link such as Asia/Calcutta keeps its name.
 */
export const storedTimeZone = (text: string): string | undefined => timeZones().nameOf(text);

/**
 * Codes that are taken beside those of today, as records of earlier years have them: list three of ISO 4217, funds, metals and
 * test codes, and a few that CLDR alone knows.
 */
export const FORMER_CURRENCIES: readonly string[] = [
  'ADP AFA ALK ANG AOK AON AOR ARA ARL ARM ARP ATS AZM BAD BAN BEC BEF BEL BGL BGM BGN BGO BOL BOP BOV BRB BRC BRE BRN BRR BRZ',
  'BUK BYB BYR CHE CHW CLE CLF CNH CNX COU CSD CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GNS GQE GRD GWE GWP',
  'HRD HRK IEP ILP ILR ISJ ITL KRH KRO LTL LTT LUC LUF LUL LVL LVR MAF MCF MDC MGF MKN MLF MRO MTL MTP MVP MXP MXV MZE MZM NIC',
  'NLG PEI PES PLZ PTE RHD ROL RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM TPE TRL UAK UGS USN USS UYI UYP UYW VEB VED VEF VNN',
  'XAG XAU XBA XBB XBC XBD XDR XEU XFO XFU XPD XPT XRE XSU XTS XUA XXX YDD YUD YUM YUN YUR ZAL ZMK ZRN ZRZ ZWD ZWL ZWR',
].flatMap((line) => line.split(' '));

const CURRENCIES = new Set([...CURRENT_CURRENCIES, ...FORMER_CURRENCIES]);

const isCurrency = (text: string): boolean => CURRENCIES.has(text);

/**
 * Whether an address is http or https, and its host a name or an IP address. The URL parser takes `a;b` for a host, which would
 * end a rule of a Content-Security-Policy and begin another one.
 */
export const hasPlainHost = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && /^(?:\[[\da-f:.]+\]|[a-z\d._-]+)$/i.test(hostname);

/** The URL parser ignores line breaks and tabs in a URL, but other programs that read the stored URL may not. */
const isWebAddress = (text: string): boolean => {
  const url = CONTROL.test(text) ? null : URL.parse(text);
  return url !== null && hasPlainHost(url);
};

export const isInstant = (text: string): boolean => {
  if (!RFC_3339.test(text) || !isLocalDate(text.slice(0, 10))) return false;
  const epoch = Date.parse(text);
  return epoch >= FIRST_INSTANT && epoch <= LAST_INSTANT;
};

/** Whether a text is a number of days from now: `P7D` are seven days ahead, `-P21D` three weeks ago. */
const isDaysFromNow = (text: string): boolean => /^-?P\d{1,5}D$/.test(text);

/** The instant of a text of the format `moment`: an instant itself, or days from now. @param now the present instant. */
export const momentOf = (text: string, now: string): string => {
  if (!isDaysFromNow(text)) return isoInstant(epochOf(text));
  const days = Number(text.replace(/[PD]/g, ''));
  return isoInstant(epochOf(now) + days * DAY_MS);
};

interface Format {
  readonly test: (text: string) => boolean;
  /** Its part of the error message. */
  readonly wanted: string;
  /** What is wrong with a text, where `wanted` does not say it. */
  readonly refusal?: (text: string) => string | undefined;
  /**
   * The most UTF-16 units of a text of this format. A longer one is invalid without `test`, which would run on it even when
   * it is longer than its field may be, because validation reports all errors. The expression of emails took 170 ms for 1 MiB.
   */
  readonly maxLength: number;
  /** How a text is stored; absent where it is stored as it is sent. */
  readonly stored?: (text: string) => string;
}

/** A text with a character that no one sees looks like another text, and is another key. */
const refusalOfUnseen = (text: string): string | undefined => {
  const unseen = unseenIn(text);
  return unseen === undefined
    ? undefined
    : `must not contain the invisible character ${unseen}. Enter it again without copying`;
};

const NOTHING_SEEN = 'must contain at least one visible character';

/** The length of an instant with all decimals and an offset. */
const INSTANT_LENGTH = '2026-03-08T07:30:00.123456789+00:00'.length;

const FORMATS: Readonly<Record<string, Format>> = {
  uuid: { test: isUuid, wanted: 'must be an ID (a UUID)', maxLength: 36, stored: storedId },
  email: {
    test: (text) => EMAIL.test(text) && !isChangedEmail(text) && unseenIn(text) === undefined,
    wanted: 'must be an email address such as ann@example.com',
    refusal: refusalOfUnseen,
    maxLength: 2 * MAX_EMAIL_LENGTH,
  },
  date: { test: isLocalDate, wanted: 'must be a date such as 2026-03-08', maxLength: 10 },
  'date-time': {
    test: isInstant,
    wanted: 'must be a timestamp such as 2026-03-08T07:30:00Z',
    maxLength: INSTANT_LENGTH,
  },
  'date-or-instant': {
    test: (text) => isLocalDate(text) || isInstant(text),
    wanted: 'must be a date such as 2026-03-08 or a timestamp such as 2026-03-08T07:30:00Z',
    maxLength: INSTANT_LENGTH,
  },
  moment: {
    test: (text) => isInstant(text) || isDaysFromNow(text),
    wanted: 'must be a timestamp such as 2026-03-08T07:30:00Z, or days from now such as -P21D or P7D',
    maxLength: INSTANT_LENGTH,
  },
  'wall-time': { test: (text) => WALL_TIME.test(text), wanted: 'must be a time of day such as 18:30', maxLength: 5 },
  'time-zone': {
    test: (text) => storedTimeZone(text) !== undefined,
    wanted: 'must be an IANA time zone such as Europe/London',
    maxLength: MAX_TIME_ZONE_LENGTH,
    stored: (text) => storedTimeZone(text) ?? text,
  },
  currency: { test: isCurrency, wanted: 'must be an uppercase ISO 4217 code such as USD', maxLength: 3 },
  country: {
    test: isCountry,
    wanted: 'must be an uppercase ISO 3166-1 country code such as US or GB',
    maxLength: 2,
  },
  uri: {
    test: isWebAddress,
    wanted: 'must be a single-line web address that starts with https:// or http://',
    maxLength: 2 * MAX_URL_LENGTH,
  },
  origin: {
    test: (text) => storedOrigin(text) !== undefined,
    wanted: 'must be a website without a path, such as https://studio.example',
    refusal: wildcardRefusal,
    maxLength: MAX_ORIGIN_LENGTH,
    stored: comparedOrigin,
  },
  slug: {
    test: (text) => SLUG.test(text),
    wanted: 'must be lowercase letters and digits with single hyphens between them, such as morning-yoga',
    maxLength: MAX_SLUG_LENGTH,
  },
  base64: {
    test: (text) => BASE64.test(text),
    wanted: 'must be Base64 text',
    // Each character is read once.
    maxLength: Number.POSITIVE_INFINITY,
  },
  line: {
    test: (text) => !CONTROL.test(text) && (text === '' || isSeen(text)),
    wanted: 'must be one line without control characters',
    refusal: (text) => (isSeen(text) ? undefined : NOTHING_SEEN),
    // The fields of lines have different lengths, and the test reads each character once: 1 MiB takes less than 3 ms.
    maxLength: Number.POSITIVE_INFINITY,
  },
  markdown: {
    // Kept: a refused value is tested with each branch of its field, and once more for the error message.
    test: (text) => knownMarkdown(text) !== undefined,
    wanted:
      'must be Markdown that can be rendered within 50 ms: it has too many links, lists, tables, line breaks, or marks. Split or simplify it',
    maxLength: MAX_MARKDOWN_LENGTH,
  },
  code: {
    test: (text) => !CONTROL.test(text) && unseenIn(text) === undefined,
    wanted: 'must be one line without control characters',
    refusal: refusalOfUnseen,
    // As of a line.
    maxLength: Number.POSITIVE_INFINITY,
  },
};

for (const [name, { test, maxLength }] of Object.entries(FORMATS)) {
  FormatRegistry.Set(name, (text) => text.length <= maxLength && test(text));
}

/** What a text must be or must not have. @param text the text that is wrong, where there is one */
export const formatRequirement = (format: string, text = ''): string =>
  (text === '' ? undefined : FORMATS[format]?.refusal?.(text)) ??
  FORMATS[format]?.wanted ??
  `must have the format '${format}'`;

export const storedForm = (format: string): ((text: string) => string) | undefined => FORMATS[format]?.stored;
