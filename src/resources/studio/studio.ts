import { and, eq, isNull } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pick } from '../../kernel/objects.ts';
import { notFound } from '../../kernel/problem.ts';
import { query, select } from '../../records/query.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { enabledFeatures } from '../experience/queries.ts';
import { experienceStatusView } from '../experience/view.ts';
import { bookingSettings, brandSettings, membershipSettings, paymentSettings } from '../settings/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { hasTimetable, siteWithTimetable } from './queries.ts';
import type { StudioResponse } from './shapes.ts';

const { table: sites } = Site;

const active = query<SiteRow>(() =>
  select
    .select()
    .from(sites)
    .where(and(isNull(sites.archivedAt), eq(sites.status, 'active')))
    .orderBy(sites.name),
);

/** A studio that has all of these switched off has no library. */
const LIBRARY_FEATURES = ['video', 'favorites', 'watch_later'] as const;

export const hasLibraryFeatures = (features: Readonly<Record<(typeof LIBRARY_FEATURES)[number], boolean>>): boolean =>
  LIBRARY_FEATURES.some((key) => features[key]);

/** Whether strangers see the library of a site. */
const hasLibrary = (read: Read, siteId: string): boolean => {
  const { publicTimetable, publicLibrary } = membershipSettings(read, siteId);
  return publicTimetable && publicLibrary && hasLibraryFeatures(enabledFeatures(read));
};

const siteView = (read: Read, row: SiteRow): StudioResponse['sites'][number] => ({
  ...pick(
    Site.view(row),
    'id',
    'name',
    'isDigital',
    'description',
    'phone',
    'email',
    'websiteUrl',
    'imageUrls',
    'address',
    'latitude',
    'longitude',
    'timezone',
    'currency',
    'openingHours',
    'closures',
  ),
  object: 'public_site',
  showPlaces: membershipSettings(read, row.id).showPlaces,
  hasTimetable: hasTimetable(read, row.id),
  hasLibrary: hasLibrary(read, row.id),
  isIndexed: membershipSettings(read, row.id).searchEngines,
});

/**
 * The site at which a stranger looks at the library, by default the default site of the brand; undefined for a site that is not
 * there, or not active.
 * @throws Problem 404 where strangers see no library.
 */
export const siteWithLibrary = (read: Read, id: string | undefined): SiteRow | undefined => {
  const siteId = id ?? brandSettings(read).defaultSiteId;
  if (!hasLibrary(read, siteId)) throw notFound('library', siteId);
  const row = Site.rows.find(read, siteId);
  return row?.archivedAt === null && row.status === 'active' ? row : undefined;
};

/** No record has this id. */
const NOWHERE = { id: '', timezone: 'UTC' };

/**
 * The site that a list names, else the default site of the brand. A site that is not there, or not active, has nothing.
 * @throws Problem 404 where strangers see no timetable.
 */
export const publicSite = (read: Read, id: string | undefined): Pick<SiteRow, 'id' | 'timezone'> => {
  const siteId = id ?? brandSettings(read).defaultSiteId;
  if (!hasTimetable(read, siteId)) throw notFound('timetable', siteId);
  return siteWithTimetable(read, siteId) ?? NOWHERE;
};

const policiesOf = (read: Read, siteId: string): StudioResponse['policies'] => {
  const { currency, lateCancelFee, noShowFee, feesApplyTo } = paymentSettings(read, siteId);
  const feeOf = (amount: number) => (amount === 0 ? null : { amount, currency });
  return {
    ...pick(
      bookingSettings(read, siteId),
      'bookingWindowDays',
      'lateCancelWindowMinutes',
      'allowMemberLateCancel',
      'waitlistPromotionMode',
      'waitlistConfirmationMinutes',
      'checkInOpensMinutesBefore',
    ),
    lateCancelFee: feeOf(lateCancelFee),
    noShowFee: feeOf(noShowFee),
    feesApplyTo,
    ...pick(membershipSettings(read, siteId), 'showPlaces', 'waiver', 'consent'),
  };
};

export const studioView = (read: Read): StudioResponse => {
  const brand = brandSettings(read);
  const { name, locale, weekStart, defaultTimezone, supportEmail, defaultSiteId, photoUrl, photoSmallUrl } = brand;
  const { theme, maintenance, features } = experienceStatusView(read);
  return {
    object: 'studio',
    name,
    locale,
    locales: [...MEMBER_LANGUAGES],
    weekStart,
    timezone: defaultTimezone,
    supportEmail,
    photoUrl,
    photoSmallUrl,
    defaultSiteId,
    theme,
    maintenance,
    features,
    sites: active.all(read).map((row) => siteView(read, row)),
    policies: policiesOf(read, defaultSiteId),
  };
};
