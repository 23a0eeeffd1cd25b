import type { TextKey } from '../../texts/translate.ts';

/** The kinds of records that someone brings from another system, with where they are shown then. */
export const IMPORTED = [
  { id: 'clients', label: 'data.clients', to: '/clients' },
  { id: 'packages', label: 'data.packages', to: '/clients' },
  { id: 'plans', label: 'data.plans', to: '/plans' },
  { id: 'discount_codes', label: 'data.discountCodes', to: '/plans/codes' },
  { id: 'schedules', label: 'data.schedules', to: '/timetable' },
  { id: 'staff', label: 'data.staff', to: '/staff' },
  { id: 'sites', label: 'data.sites', to: '/settings/sites' },
  { id: 'sessions', label: 'data.sessions', to: '/calendar' },
  { id: 'bookings', label: 'data.bookings', to: '/calendar' },
  { id: 'payments', label: 'data.payments', to: '/payments' },
  { id: 'checkins', label: 'data.checkins', to: '/checkins' },
] as const satisfies readonly { readonly id: string; readonly label: TextKey; readonly to: string }[];

export type ImportedFamily = (typeof IMPORTED)[number]['id'];

/** The files of everything, by what they are about, with what each holds. */
export const EXPORTED = [
  {
    title: 'data.ofPeople',
    families: [
      ['clients', 'data.holdsClients'],
      ['packages', 'data.holdsPackages'],
      ['bookings', 'data.holdsBookings'],
      ['payments', 'data.holdsPayments'],
      ['checkins', 'data.holdsCheckins'],
      ['payment_methods', 'data.holdsPaymentMethods'],
      ['households', 'data.holdsHouseholds'],
      ['agreements', 'data.holdsAgreements'],
      ['member_links', 'data.holdsMemberLinks'],
    ],
  },
  {
    title: 'data.ofStudio',
    families: [
      ['sites', 'data.holdsSites'],
      ['settings', 'data.holdsSettings'],
      ['staff', 'data.holdsStaff'],
      ['plans', 'data.holdsPlans'],
      ['discount_codes', 'data.holdsDiscountCodes'],
      ['schedules', 'data.holdsSchedules'],
      ['sessions', 'data.holdsSessions'],
      ['audit_log', 'data.holdsAuditLog'],
    ],
  },
  {
    title: 'data.ofContent',
    families: [
      ['content_entries', 'data.holdsContentEntries'],
      ['media', 'data.holdsMedia'],
      ['content_types', 'data.holdsContentTypes'],
      ['content_categories', 'data.holdsContentCategories'],
      ['content_tags', 'data.holdsContentTags'],
      ['content_banners', 'data.holdsContentBanners'],
      ['content_features', 'data.holdsContentFeatures'],
      ['content_statuses', 'data.holdsContentStatuses'],
    ],
  },
  {
    title: 'data.ofEngagement',
    families: [
      ['challenges', 'data.holdsChallenges'],
      ['challenge_goals', 'data.holdsChallengeGoals'],
      ['challenge_assessments', 'data.holdsChallengeAssessments'],
      ['challenge_articles', 'data.holdsChallengeArticles'],
      ['challenge_enrollments', 'data.holdsChallengeEnrollments'],
      ['challenge_goal_entries', 'data.holdsChallengeGoalEntries'],
      ['metric_entries', 'data.holdsMetricEntries'],
      ['facts', 'data.holdsFacts'],
      ['leaderboards', 'data.holdsLeaderboards'],
      ['leaderboard_scores', 'data.holdsLeaderboardScores'],
      ['awards', 'data.holdsAwards'],
      ['award_grants', 'data.holdsAwardGrants'],
      ['streaks', 'data.holdsStreaks'],
    ],
  },
] as const satisfies readonly {
  readonly title: TextKey;
  readonly families: readonly (readonly [family: string, holds: TextKey])[];
}[];
