import { readlinkSync } from 'node:fs';
import { UsageError } from '../../config/usage-error.ts';
import { applianceValue, setApplianceValue } from '../../database/data-directory.ts';
import type { Store } from '../../database/store.ts';
import { validatorFor } from '../../http/validation.ts';
import { storedTimeZone } from '../../kernel/formats.ts';
import { normalizedText } from '../../kernel/plain-text.ts';
import { name, type TSchema } from '../../kernel/schemas.ts';
import { ensureBrand } from '../../resources/settings/first-start.ts';
import { findBrand } from '../../resources/settings/queries.ts';
import { brand, payment } from '../../resources/settings/record.ts';
import type { Call, Flag } from '../verb.ts';

const readLink = (): string => {
  try {
    return readlinkSync('/etc/localtime');
  } catch {
    return '';
  }
};

/**
 * The time zone of this machine, which is probably the studio's; the owner can change it in the settings.
 * @param tz the variable TZ. UTC is not looked up, since that loads the tables of all zones (4 MB).
 */
export const machineZone = (tz: string | undefined, readZoneLink: () => string = readLink): string => {
  const path = tz === undefined || tz === '' ? readZoneLink() : tz;
  const name = path.replace(/^:/, '').replace(/^.*\/zoneinfo\/(?:posix\/|right\/)?/, '');
  const isUtc = name === '' || /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(name);
  return isUtc ? 'UTC' : (storedTimeZone(name) ?? 'UTC');
};

interface FirstStartFlag extends Flag {
  readonly schema: TSchema;
  /** Continues `--locale must be`. */
  readonly wanted: string;
}

const A_NAME = 'one line of 1 to 100 characters';

const FLAGS: readonly FirstStartFlag[] = [
  {
    name: 'name',
    value: 'NAME',
    help: "Business name, for the first start; default 'My studio'",
    schema: brand.name.schema,
    wanted: A_NAME,
  },
  {
    name: 'timezone',
    value: 'ZONE',
    help: 'Time zone, for the first start; default that of this machine',
    schema: brand.defaultTimezone.schema,
    wanted: 'an IANA time zone such as Europe/London',
  },
  {
    name: 'currency',
    value: 'CODE',
    help: 'Currency, for the first start; default USD',
    schema: payment.currency.schema,
    wanted: 'an uppercase ISO 4217 code such as EUR',
  },
  {
    name: 'locale',
    value: 'LOCALE',
    help: 'Language and region, for the first start; default en-US',
    schema: brand.locale.schema,
    wanted: 'a BCP 47 locale such as en-GB',
  },
  {
    name: 'site-name',
    value: 'NAME',
    help: "Name of the first location, for the first start; default 'Main'",
    schema: name(),
    wanted: A_NAME,
  },
];

/** The flags of `serve` that count at the first start only (appliance.md "First run"). */
export const firstStartFlags: readonly Flag[] = FLAGS;

export type FirstStartValues = Readonly<Record<string, string>>;

/** @throws UsageError with one line for each flag that has no possible value. */
export const firstStartValues = (call: Pick<Call, 'flag'>): FirstStartValues => {
  const given = FLAGS.flatMap((flag) => {
    const value = call.flag(flag.name);
    if (value === undefined) return [];
    const normalized = normalizedText(value);
    const isRight = normalized !== undefined && validatorFor(flag.schema).isValid(normalized);
    return [{ ...flag, value: normalized ?? value, isRight }];
  });
  const wrong = given.filter(({ isRight }) => !isRight);
  if (wrong.length > 0) {
    throw new UsageError(
      wrong.map(({ name, wanted, value }) => `--${name} must be ${wanted}, not '${value}'.`).join('\n'),
    );
  }
  return Object.fromEntries(given.map(({ name, schema, value }) => [name, validatorFor(schema).stored(value)]));
};

/** Zones with the same offset all year whose names also stand for places where the clocks change. */
const FIXED_ZONES: readonly (readonly [zone: RegExp, place: string])[] = [
  [/^EST$/i, 'America/New_York'],
  [/^MST$/i, 'America/Denver'],
  [/^HST$/i, 'America/Adak'],
  [/^(?:Etc\/)?(?:GMT[+-]?0?|Greenwich)$/i, 'Europe/London'],
  [/^Etc\/GMT[+-]\d+$/i, 'Europe/Paris'],
];

/** What to say about a time zone without daylight saving that stands for one with it; undefined for any other. */
export const timezoneWarning = (timezone: string): string | undefined => {
  const place = FIXED_ZONES.find(([zone]) => zone.test(timezone))?.[1];
  if (place === undefined) return undefined;
  return (
    `time zone ${timezone} has no daylight saving time: its classes would be an hour off for half of the year ` +
    `where the clocks change. If they change at your studio, set a place such as ${place}: it is ` +
    'brand.defaultTimezone in PATCH /v2/settings, and timezone in PATCH /v2/sites/{id}.'
  );
};

/** The name under which the appliance keeps the flags of its first start. */
const FIRST_START = 'firstStart';

/** Creates a missing brand and default site, so that a key works immediately. Returns warnings for the operator. */
export const createBrand = async (
  store: Store,
  values: FirstStartValues,
  tz: string | undefined,
): Promise<string[]> => {
  if (findBrand(store.view()) !== undefined) {
    const first = store.read(({ db }) => JSON.parse(applianceValue(db, FIRST_START) ?? '{}'));
    // A unit keeps its flags, which did their work at the first start. Another value is a mistake.
    const flags = Object.keys(values).flatMap((name) => (values[name] === first[name] ? [] : `--${name}`));
    if (flags.length === 0) return [];
    return [
      `${flags.join(', ')}: ignored, because the studio already exists. These options apply to the first start only; ` +
        'use PATCH /v2/settings and PATCH /v2/sites/{id} to change what they set.',
    ];
  }
  const timezone = values.timezone ?? machineZone(tz);
  const siteName = values['site-name'];
  const first = {
    brandName: values.name ?? 'My studio',
    timezone,
    currency: values.currency ?? 'USD',
    locale: values.locale ?? 'en-US',
    ...(siteName === undefined ? {} : { siteName }),
  };
  await store.write((tx) => {
    setApplianceValue(tx.db, FIRST_START, JSON.stringify(values));
    ensureBrand(tx, first);
  });
  const warning = timezoneWarning(timezone);
  return warning === undefined ? [] : [warning];
};
