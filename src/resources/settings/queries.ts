import { eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { readOnce } from '../../database/committed-view.ts';
import type { Read } from '../../database/database.ts';
import { DataDirectoryError } from '../../database/migrate.ts';
import { named, type Query, query, select, selectColumns, selectRows } from '../../records/query.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { overlayFields, valuesIn } from './overlay.ts';
import { DEFAULTS } from './record.ts';
import type {
  BookingSettings,
  BrandSettings,
  GroupName,
  Groups,
  MembershipSettings,
  NotificationSettings,
  PaymentSettings,
} from './shapes.ts';
import { BRAND, type SettingsRow, settings } from './tables.ts';

// As text, since every start reads the brand, and the first statement of drizzle takes it 2 to 3 ms.
const BY_SCOPE = 'select * from "settings" where "scope" = ?';
const byScope = (read: Read, scope: string): SettingsRow | undefined =>
  read.db.query<SettingsRow, [string]>(BY_SCOPE).get(scope) ?? undefined;

/** The brand's row; undefined only before the first start. */
export const findBrand = (read: Read): SettingsRow | undefined => byScope(read, BRAND);

export const findOverrides = (read: Read, siteId: string): SettingsRow | undefined => byScope(read, siteId);

const overrides = query<SettingsRow>(() => selectRows(settings, ne(settings.scope, BRAND)).orderBy(settings.scope));

export const allOverrides = (read: Read): SettingsRow[] => overrides.all(read);

const required = <Row>(row: Row | undefined): Row => {
  if (row === undefined) {
    throw new DataDirectoryError(
      "This data directory has no business yet: the first start of 'studiod serve' creates it. Start the server once, then " +
        'run this again.',
    );
  }
  return row;
};

/** The brand's row. @throws DataDirectoryError before the first start. */
export const brandRow = (read: Read): SettingsRow => required(findBrand(read));

const brandPayment = query<{ payment: string }>(() => selectColumns(settings, ['payment'], eq(settings.scope, BRAND)));

interface BrandDefaults {
  readonly defaultSiteId: string;
  readonly timezone: string;
  readonly currency: string;
}

const defaults = query<BrandDefaults>(() =>
  select
    .select({
      defaultSiteId: sql<string>`json_extract(${settings.brand}, '$.defaultSiteId')`.as('defaultSiteId'),
      timezone: sql<string>`json_extract(${settings.brand}, '$.defaultTimezone')`.as('timezone'),
      currency: sql<string>`json_extract(${settings.payment}, '$.currency')`.as('currency'),
    })
    .from(settings)
    .where(eq(settings.scope, BRAND)),
);

/** What new records take from the brand. @throws Error before the first start. */
export const brandDefaults = (read: Read): BrandDefaults => required(defaults.get(read));

/** One group at a site as the columns hold it: what the brand sets, and what the site overrides. */
interface Layers {
  readonly brand: string;
  readonly site: string | null;
}

const layersOf = (group: GroupName): Query<Layers> => {
  const site = alias(settings, 'site');
  return query<Layers>(() =>
    select
      .select({ brand: sql<string>`${settings[group]}`.as('brand'), site: sql<string>`${site[group]}`.as('site') })
      .from(settings)
      .leftJoin(site, eq(site.scope, named('siteId')))
      .where(eq(settings.scope, BRAND)),
  );
};

const layers = {
  booking: layersOf('booking'),
  payment: layersOf('payment'),
  notification: layersOf('notification'),
  membership: layersOf('membership'),
};

/** Far more than the sites and schedules of a brand that override something. */
const CACHE_SIZE = 2000;

const cache = new Map<string, object>();

/** The strongest text comes last. A text gives one object, parsed once: it is shared and must not be changed. */
const resolve = <Group extends GroupName>(group: Group, texts: readonly (string | null)[]): Groups[Group] => {
  const key = `${group}|${texts.join('|')}`;
  let value = cache.get(key);
  if (value === undefined) {
    value = texts.reduce<object>(
      (below, text) => (text === null ? below : overlayFields(below, valuesIn(text))),
      DEFAULTS[group],
    );
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, value);
  }
  return value as Groups[Group];
};

interface GroupAt<Group extends GroupName> extends Layers {
  readonly value: Groups[Group];
}

const groupAt = <Group extends keyof typeof layers>(read: Read, group: Group, siteId: string): GroupAt<Group> =>
  readOnce(read, `${group} ${siteId}`, () => {
    const { brand, site } = required(layers[group].get(read, { siteId }));
    return { brand, site, value: resolve(group, [brand, site]) };
  });

const atSite = <Group extends keyof typeof layers>(
  read: Read,
  group: Group,
  siteId: string,
  overrides: string | null = null,
): Groups[Group] => {
  const { brand, site, value } = groupAt(read, group, siteId);
  return overrides === null ? value : resolve(group, [brand, site, overrides]);
};

/** The currency of a site's payments is the site's own. */
const inCurrencyOf = (site: SiteRow | undefined, payment: PaymentSettings): PaymentSettings =>
  site === undefined ? payment : { ...payment, currency: site.currency };

/** Merges defaults, brand, site and, strongest, `overrides`: the text of a schedule's `bookingPolicyOverrides`. */
export const bookingSettings = (read: Read, siteId: string, overrides: string | null = null): BookingSettings =>
  atSite(read, 'booking', siteId, overrides);

/** The payment settings of a site; `currency` is the site's. */
export const paymentSettings = (read: Read, siteId: string): PaymentSettings =>
  inCurrencyOf(Site.rows.find(read, siteId), atSite(read, 'payment', siteId));

export const notificationSettings = (read: Read, siteId: string): NotificationSettings =>
  atSite(read, 'notification', siteId);

export const membershipSettings = (read: Read, siteId: string): MembershipSettings =>
  atSite(read, 'membership', siteId);

const ownCurrency = (read: Read): string => resolve('payment', [required(brandPayment.get(read)).payment]).currency;

export const brandCurrency = (read: Read): string => readOnce(read, 'currency', ownCurrency);

// Without the other groups, whose texts can be long: pages and emails ask for the brand often.
const OWN_BRAND = 'select "brand" from "settings" where "scope" = ?';
export const brandSettings = (read: Read): BrandSettings => {
  const row = read.db.query<{ brand: string }, [string]>(OWN_BRAND).get(BRAND);
  return resolve('brand', [required(row ?? undefined).brand]);
};

export interface ScopedSettings {
  readonly brand: SettingsRow;
  /** Undefined when the scope is the brand. */
  readonly site: SiteRow | undefined;
  /** The site's row; undefined while it overrides nothing. */
  readonly own: SettingsRow | undefined;
}

/** The settings of a scope, every group. */
export const groupsOf = ({ brand, site, own }: ScopedSettings): Groups => {
  const texts = (group: GroupName) => [brand[group], own?.[group] ?? null];
  return {
    booking: resolve('booking', texts('booking')),
    payment: inCurrencyOf(site, resolve('payment', texts('payment'))),
    notification: resolve('notification', texts('notification')),
    membership: resolve('membership', texts('membership')),
    brand: resolve('brand', texts('brand')),
  };
};
