import { FormatRegistry } from '@sinclair/typebox';
import { FIRST_INSTANT, LAST_INSTANT } from './clock.ts';
import { isCountry } from './countries.ts';
import { isUuid } from './ids.ts';
import { isLocalDate } from './local-time.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

const EMAIL = /^[^\s@<>(),;:\\"[\]]+@[^\s@.<>(),;:\\"[\]]+(\.[^\s@.<>(),;:\\"[\]]+)+$/;
const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const CONTROL = /\p{Cc}/u;

const isTimeZone = (text: string): boolean => {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

const isCurrency = (text: string): boolean => Intl.supportedValuesOf('currency').includes(text);

/** The URL parser ignores line breaks and tabs in a URL, but other programs that read the stored URL may not. */
const isWebAddress = (text: string): boolean => !CONTROL.test(text) && URL.canParse(text) && /^https?:/i.test(text);

/** Whether a text is an instant with its offset. */
export const isInstant = (text: string): boolean => {
  if (!RFC_3339.test(text) || !isLocalDate(text.slice(0, 10))) return false;
  const epoch = Date.parse(text);
  return epoch >= FIRST_INSTANT && epoch <= LAST_INSTANT;
};

/** Each string format with its test and its part of the error message. */
const FORMATS: Readonly<Record<string, readonly [test: (text: string) => boolean, wanted: string]>> = {
  uuid: [isUuid, 'must be an id: a UUID'],
  email: [(text) => EMAIL.test(text), 'must be an email address such as ann@example.com'],
  date: [isLocalDate, 'must be a date such as 2026-03-08'],
  'date-time': [isInstant, 'must be an instant such as 2026-03-08T07:30:00Z'],
  'date-or-instant': [
    (text) => isLocalDate(text) || isInstant(text),
    'must be a date such as 2026-03-08 or an instant such as 2026-03-08T07:30:00Z',
  ],
  'wall-time': [(text) => WALL_TIME.test(text), 'must be a wall time such as 18:30'],
  'time-zone': [isTimeZone, 'must be an IANA time zone such as Europe/London'],
  currency: [isCurrency, 'must be an ISO 4217 code in upper case such as USD'],
  country: [isCountry, 'must be a country code of ISO 3166-1 in upper case such as US or GB'],
  uri: [isWebAddress, 'must be a web address on one line that starts with https:// or http://'],
  slug: [
    (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
    'must be lower-case letters and digits with single hyphens between them, such as morning-yoga',
  ],
  line: [(text) => !CONTROL.test(text), 'must be one line without control characters'],
};

for (const [name, [test]] of Object.entries(FORMATS)) FormatRegistry.Set(name, test);

/** The part of an error message that says what a string of this format must be. */
export const formatRequirement = (format: string): string => FORMATS[format]?.[1] ?? `must have the format '${format}'`;
