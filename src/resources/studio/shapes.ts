import { Type } from '@sinclair/typebox';
import {
  count,
  described,
  email,
  flag,
  id,
  listOf,
  money,
  nullable,
  object,
  oneOf,
  type Static,
  shape,
  timeZone,
} from '../../kernel/schemas.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { ExperienceStatus } from '../experience/shapes.ts';
import { MemberInstructor } from '../instructors/record.ts';
import { Plan } from '../plans/record.ts';
import { Session } from '../sessions/record.ts';
import { Settings } from '../settings/shapes.ts';
import { Site } from '../sites/record.ts';

/** What strangers see of a site. */
const PublicSite = shape('PublicSite', () => {
  const { name, isDigital, description, phone, websiteUrl, imageUrls, address, latitude, longitude } =
    Site.schema.properties;
  const { timezone, currency, openingHours, closures, email: siteEmail } = Site.schema.properties;
  return {
    id: id(),
    object: Type.Literal('public_site'),
    name,
    isDigital,
    description,
    phone,
    email: siteEmail,
    websiteUrl,
    imageUrls,
    address,
    latitude,
    longitude,
    timezone,
    currency,
    openingHours,
    closures,
    showPlaces: Settings.properties.membership.properties.showPlaces,
    hasTimetable: described(flag(), 'Whether visitors see its schedule and what is sold online.'),
    hasLibrary: described(flag(), 'Whether visitors see its library.'),
    isIndexed: described(flag(), 'Whether search engines can list its pages.'),
  };
});

const { booking } = Settings.properties;

const policies = object(() => ({
  bookingWindowDays: booking.properties.bookingWindowDays,
  lateCancelWindowMinutes: booking.properties.lateCancelWindowMinutes,
  allowMemberLateCancel: booking.properties.allowMemberLateCancel,
  waitlistPromotionMode: booking.properties.waitlistPromotionMode,
  waitlistConfirmationMinutes: booking.properties.waitlistConfirmationMinutes,
  checkInOpensMinutesBefore: booking.properties.checkInOpensMinutesBefore,
  lateCancelFee: described(nullable(money()), 'The fee for a late cancellation. `null` for none.'),
  noShowFee: described(nullable(money()), 'The fee for a no-show. `null` for none.'),
  feesApplyTo: Settings.properties.payment.properties.feesApplyTo,
  showPlaces: Settings.properties.membership.properties.showPlaces,
  waiver: Settings.properties.membership.properties.waiver,
  consent: Settings.properties.membership.properties.consent,
}));

/** What a page needs before anyone signs in. */
export const Studio = shape('Studio', () => {
  const { theme, maintenance, features } = ExperienceStatus.properties;
  const { name, locale, weekStart, defaultTimezone, supportEmail, photoUrl, photoSmallUrl } =
    Settings.properties.brand.properties;
  return {
    object: Type.Literal('studio'),
    name,
    locale,
    locales: described(Type.Array(oneOf(...MEMBER_LANGUAGES)), 'The languages of member pages and emails.'),
    weekStart,
    timezone: described(timeZone(), defaultTimezone.description ?? ''),
    photoUrl,
    photoSmallUrl,
    supportEmail: described(nullable(email()), supportEmail.description ?? ''),
    defaultSiteId: id(),
    theme,
    maintenance,
    features,
    sites: described(Type.Array(PublicSite), 'Active sites by name.'),
    policies: described(policies, "The brand's rules. A class can have different rules, which it then states."),
  };
});

/** This many free seats or fewer are few. */
export const FEW_SEATS = 3;

const AVAILABILITY = ['available', 'few', 'full', 'waitlist'] as const;

/** A class as strangers see it: never who has booked it, or how many. */
export const PublicSession = shape('PublicSession', () => {
  const all = Session.schema.properties;
  const { siteId, name, description, category, level, tags, imageUrl, type, status, startTime, endTime } = all;
  const { bring, arriveMinutes, sign } = all;
  const { durationMinutes, timezone, localDate, localStartTime, roomName, isVirtual, isSubstitute } = all;
  const { creditCost, dropInPrice, bookingOpensAt, bookingClosesAt, freeCancelUntil, isBookable } = all;
  return {
    id: id(),
    object: Type.Literal('public_session'),
    siteId,
    name,
    description,
    category,
    level,
    tags,
    imageUrl,
    bring,
    arriveMinutes,
    sign,
    type,
    status,
    startTime,
    endTime,
    durationMinutes,
    timezone,
    localDate,
    localStartTime,
    roomName,
    isVirtual,
    isSubstitute,
    creditCost,
    dropInPrice,
    instructor: nullable(MemberInstructor),
    availability: described(
      oneOf(...AVAILABILITY),
      `\`few\`: ${FEW_SEATS} spots or fewer are open, unless \`membership.showPlaces\` is never; \`waitlist\`: it is full, and its waitlist is open.`,
    ),
    placesLeft: described(
      nullable(count()),
      'The number of open spots, if `membership.showPlaces` shows them. `null` otherwise, and without a limit.',
    ),
    waitlistOpen: described(flag(), 'Whether its waitlist has room, whether or not the session is full.'),
    isBookable,
    notBookableReason: all.notBookableReason,
    bookingOpensAt,
    bookingClosesAt,
    freeCancelUntil,
  };
});

export const PublicSessionList = listOf(PublicSession);

/** A plan that is sold online. */
export const PublicPlan = shape('PublicPlan', () => {
  const { name, description, category, type, price, currency, creditsTotal } = Plan.schema.properties;
  const { validityDays, validityMonths, activationType, usageLimit, autoRenews } = Plan.schema.properties;
  const { eligibleSiteIds, eligibleCategories } = Plan.schema.properties;
  const { minimumTermMonths, noticeDays, memberMayFreeze } = Plan.schema.properties;
  return {
    id: id(),
    object: Type.Literal('public_plan'),
    name,
    description,
    category,
    type,
    price,
    currency,
    creditsTotal,
    validityDays,
    validityMonths,
    activationType,
    usageLimit,
    autoRenews,
    eligibleSiteIds,
    eligibleCategories,
    minimumTermMonths,
    noticeDays,
    memberMayFreeze,
  };
});

export const PublicPlanList = listOf(PublicPlan);

export type StudioResponse = Static<typeof Studio>;
export type PublicSessionResponse = Static<typeof PublicSession>;
export type PublicPlanResponse = Static<typeof PublicPlan>;
export type Availability = (typeof AVAILABILITY)[number];
