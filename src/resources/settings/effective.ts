import type { Read } from '../../database/database.ts';
import type { SettingsRow } from '../../database/tables/settings.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { DEFAULTS } from './defaults.ts';
import { bookingLayersOf, findBrand, membershipLayersOf, notificationLayersOf, paymentLayersOf } from './queries.ts';
import type {
  BookingSettings,
  BrandSettings,
  GroupName,
  Groups,
  MembershipSettings,
  NotificationSettings,
  PaymentSettings,
} from './shapes.ts';

/** How many merged groups are kept; far more than the sites and schedules of a brand that set something themselves. */
const KEPT = 2000;

const merged = new Map<string, object>();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` laid on `base`: objects merge field by field, every other value replaces. */
export const overlay = (base: unknown, over: unknown): unknown => {
  if (!isObject(base) || !isObject(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(over)) result[field] = overlay(base[field], value);
  return result;
};

/**
 * A group from the text of its columns, the strongest last. The same text always gives the same object, parsed once;
 * it is shared and must not be changed.
 */
const settled = <Group extends GroupName>(group: Group, layers: readonly (string | null)[]): Groups[Group] => {
  const key = `${group}|${layers.join('|')}`;
  let value = merged.get(key);
  if (value === undefined) {
    value = layers.reduce<object>(
      (below, text) => (text === null ? below : (overlay(below, JSON.parse(text)) as object)),
      DEFAULTS[group],
    );
    if (merged.size >= KEPT) merged.clear();
    merged.set(key, value);
  }
  return value as Groups[Group];
};

/** A site's payments run in the site's own currency. */
const inCurrencyOf = (site: SiteRow | undefined, payment: PaymentSettings): PaymentSettings =>
  site === undefined ? payment : { ...payment, currency: site.currency };

/**
 * What holds for bookings at a site: the defaults, what the brand sets, what the site overrides.
 * @param overrides the text of a schedule's `bookingPolicyOverrides`, which is stronger still.
 */
export const bookingSettings = (read: Read, siteId: string, overrides: string | null = null): BookingSettings => {
  const { brand, site } = bookingLayersOf(read, siteId);
  return settled('booking', [brand, site, overrides]);
};

/** What holds for payments at a site; `currency` is the site's. */
export const paymentSettings = (read: Read, siteId: string): PaymentSettings => {
  const { brand, site } = paymentLayersOf(read, siteId);
  return inCurrencyOf(Site.rows.find(read, siteId), settled('payment', [brand, site]));
};

/** What holds for notifications at a site. */
export const notificationSettings = (read: Read, siteId: string): NotificationSettings => {
  const { brand, site } = notificationLayersOf(read, siteId);
  return settled('notification', [brand, site]);
};

/** What holds for memberships at a site. */
export const membershipSettings = (read: Read, siteId: string): MembershipSettings => {
  const { brand, site } = membershipLayersOf(read, siteId);
  return settled('membership', [brand, site]);
};

/** What the brand says about itself. */
export const brandSettings = (read: Read): BrandSettings => {
  const row = findBrand(read);
  if (row === undefined) throw new Error('the brand has no settings: the first start did not finish');
  return settled('brand', [row.brand]);
};

/** The rows of one scope: the brand's, and at a site what it overrides. */
export interface Scoped {
  readonly brand: SettingsRow;
  /** Absent when the scope is the brand. */
  readonly site: SiteRow | undefined;
  /** What the site overrides, when it ever did. */
  readonly own: SettingsRow | undefined;
}

/** Every group as it holds in a scope. */
export const groupsOf = ({ brand, site, own }: Scoped): Groups => {
  const layers = (group: GroupName) => [brand[group], own?.[group] ?? null];
  return {
    booking: settled('booking', layers('booking')),
    payment: inCurrencyOf(site, settled('payment', layers('payment'))),
    notification: settled('notification', layers('notification')),
    membership: settled('membership', layers('membership')),
    brand: settled('brand', layers('brand')),
  };
};
