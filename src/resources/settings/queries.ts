import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { named, type Query, query, select } from '../../database/query.ts';
import { type SettingsRow, settings } from '../../database/tables/settings.ts';
import type { GroupName } from './shapes.ts';

/** The scope of the brand's own row; every other scope is the id of a site. */
const BRAND = 'brand';

const byScope = query<SettingsRow>(
  select
    .select()
    .from(settings)
    .where(eq(settings.scope, named('scope'))),
);

/** The brand's row; undefined only before the first start. */
export const findBrand = (read: Read): SettingsRow | undefined => byScope.get(read, { scope: BRAND });

/** What a site overrides; undefined when it never did. */
export const findOverrides = (read: Read, siteId: string): SettingsRow | undefined =>
  byScope.get(read, { scope: siteId });

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('the brand has no settings: the first start did not finish');
  return row;
};

interface BrandDefaults {
  readonly defaultSiteId: string;
  readonly timezone: string;
  readonly currency: string;
}

const defaults = query<BrandDefaults>(
  select
    .select({
      defaultSiteId: sql<string>`json_extract(${settings.brand}, '$.defaultSiteId')`.as('defaultSiteId'),
      timezone: sql<string>`json_extract(${settings.brand}, '$.defaultTimezone')`.as('timezone'),
      currency: sql<string>`json_extract(${settings.payment}, '$.currency')`.as('currency'),
    })
    .from(settings)
    .where(eq(settings.scope, BRAND)),
);

/** What new records take from the brand. */
export const brandDefaults = (read: Read): BrandDefaults => found(defaults.get(read));

/** One group of a site as it is stored: what the brand sets, and what the site overrides. */
interface Layers {
  readonly brand: string;
  readonly site: string | null;
}

const layersOf = (group: GroupName): Query<Layers> => {
  const site = alias(settings, 'site');
  return query<Layers>(
    select
      .select({ brand: sql<string>`${settings[group]}`.as('brand'), site: sql<string>`${site[group]}`.as('site') })
      .from(settings)
      .leftJoin(site, eq(site.scope, named('siteId')))
      .where(eq(settings.scope, BRAND)),
  );
};

const bookingLayers = layersOf('booking');
const paymentLayers = layersOf('payment');
const notificationLayers = layersOf('notification');
const membershipLayers = layersOf('membership');

export const bookingLayersOf = (read: Read, siteId: string): Layers => found(bookingLayers.get(read, { siteId }));
export const paymentLayersOf = (read: Read, siteId: string): Layers => found(paymentLayers.get(read, { siteId }));
export const notificationLayersOf = (read: Read, siteId: string): Layers =>
  found(notificationLayers.get(read, { siteId }));
export const membershipLayersOf = (read: Read, siteId: string): Layers => found(membershipLayers.get(read, { siteId }));

const COLUMNS = [
  'scope',
  'booking',
  'payment',
  'notification',
  'membership',
  'brand',
  'createdAt',
  'updatedAt',
] as const;

const SAVE =
  `insert into settings (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')}) ` +
  `on conflict (scope) do update set ${COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

/** Writes the row of a scope, new or not. */
export const saveSettings = (tx: Tx, row: SettingsRow): void => {
  tx.db.query(SAVE).run(...COLUMNS.map((column) => row[column]));
};

/** The row of a scope that sets nothing itself. */
export const emptyRow = (scope: string, now: string): SettingsRow => ({
  scope,
  booking: '{}',
  payment: '{}',
  notification: '{}',
  membership: '{}',
  brand: '{}',
  createdAt: now,
  updatedAt: now,
});

/** The brand's first row. */
export const emptyBrand = (now: string): SettingsRow => emptyRow(BRAND, now);
