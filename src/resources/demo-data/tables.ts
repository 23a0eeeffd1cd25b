// What becomes of each table when demo data are made and removed. A test compares the lists with the database.
import { BRAND_PHOTOS, BRAND_PICTURE } from '../own-pictures.ts';

/** Filled with demo data, and emptied with them. */
export const DEMO_TABLES = [
  'clients',
  'households',
  'householdInvitations',
  'schedules',
  'sessions',
  'plans',
  'packages',
  'payments',
  'bookings',
  'checkins',
  'facts',
  'creditLedger',
  'packageUses',
  'packageFreezes',
  'invoiceNumbers',
  'paymentDays',
  'refunds',
  'clientTags',
  'clientLists',
  'clientChanges',
  'contentEntries',
  'contentMedia',
  'mediaCaptions',
  'mediaVariants',
  'contentCategories',
  'contentTags',
  'contentBanners',
  'contentEntryCategories',
  'contentEntryTags',
  'contentEntryInstructors',
  'contentEntryChildren',
  'contentEntryViews',
  'contentStatuses',
  'videoSessions',
  'videoViews',
  'videoWatchers',
  'metricEntries',
  'metricBests',
  'metricCounts',
  'metricShares',
  'milestonesRaised',
  'challenges',
  'challengeEnrollments',
  'challengeGoals',
  'challengeGoalEntries',
  'challengeAssessments',
  'challengeAssessmentSubmissions',
  'challengeArticles',
  'challengeArticleReads',
  'challengePoints',
  'awards',
  'awardGrants',
  'leaderboards',
  'leaderboardPeriods',
  'leaderboardScores',
  'rankCounts',
  'messages',
  'payMonths',
] as const;

/** Emptied with demo data, which have nothing in them: what lets someone in or notifies someone, cards, and what jobs note. */
export const EMPTIED_TABLES = [
  'events',
  'queueJobs',
  'webhookDeliveries',
  'memberLinks',
  'notificationPreferences',
  'unitPreferences',
  'paymentMethods',
  'processorCustomers',
  'charges',
  'clientErasures',
  'mergedClients',
  'discountCodes',
  'discountRedemptions',
  'clientSearchSites',
  'siteAnniversaries',
  'streakCursor',
  'streakLooks',
  'mailAddresses',
  'memberCodes',
  'memberDevices',
  'pushSubscriptions',
  'memberPasskeys',
  'memberSignUps',
  'calendarAddresses',
  'agreements',
  'agreementTexts',
  'erasureRequests',
  'guests',
  'mailRefusals',
] as const;

/** The search indexes, which are emptied in one statement. */
export const SEARCHES = ['clientSearch', 'contentSearch'] as const;

/** The long change that removes demo data. */
export const REMOVAL = { kind: 'demoData', id: 'demo' } as const;

const FIRST_SITE = `(select json_extract("brand", '$.defaultSiteId') from "settings" where "scope" = 'brand')`;
const hasNo = (table: string, column = 'staffId'): string =>
  `not exists (select 1 from "${table}" where "${table}"."${column}" = "staff"."id")`;
const BY_STUDIO = `"id" not like '00000000-0000-8000-8000-%'`;

/** Tables that keep some rows, with the condition of the rows that go. */
export const PARTLY_EMPTIED: Readonly<Record<string, string>> = {
  sites: `"id" <> ${FIRST_SITE}`,
  settings: `"scope" not in ('brand', ${FIRST_SITE})`,
  kiosks: `"siteId" <> ${FIRST_SITE}`,
  // People stay who may sign in, who have signed in, or for whom a key acts.
  staff: [
    `"role" <> 'owner' and "lastLoginAt" is null`,
    ...['staffSignIns', 'staffSessions', 'staffInvitations', 'staffPasskeys', 'staffRecoveryCodes', 'apiKeys'].map(
      (table) => hasNo(table),
    ),
    hasNo('kiosks', 'createdByStaffId'),
  ].join(' and '),
  contentTypes: BY_STUDIO,
  contentFeatures: BY_STUDIO,
  pictures: `"owner" not in ('${BRAND_PICTURE}', '${BRAND_PHOTOS.wide}', '${BRAND_PHOTOS.small}')`,
  // What is left of an erasure of personal data is in the audit log too.
  unfinishedChanges: `"kind" not in ('${REMOVAL.kind}', 'erasure')`,
};

/** After the ids of all demo records, and before every id that is made from the clock. */
export const AFTER_DEMO = '01000001';

/** Every table that a removal empties, with the condition of its rows: what is guarded follows from this list. */
export const EMPTIED: readonly { readonly table: string; readonly condition: string }[] = [
  ...[...DEMO_TABLES, ...EMPTIED_TABLES].map((table) => ({ table, condition: 'true' })),
  ...Object.entries(PARTLY_EMPTIED).map(([table, condition]) => ({ table, condition })),
];

/** Emptied tables that fill without people: what is in them alone is no one's data. */
export const FILLED_BY_THEMSELVES: readonly string[] = [
  'events',
  'queueJobs',
  'webhookDeliveries',
  'unfinishedChanges',
  'messages',
  'mailAddresses',
  'memberCodes',
  'invoiceNumbers',
  'paymentDays',
  'rankCounts',
  'streakCursor',
  'streakLooks',
  'agreementTexts',
  'clientSearchSites',
  'siteAnniversaries',
];

/** Tables that get some rows of demo data, and have rows of their own. */
export const PARTLY_FILLED = ['sites', 'staff', 'contentTypes', 'contentFeatures', 'mediaFiles'] as const;

/** Tables that stay, with the reason. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  appliance: 'is of the file itself',
  demoChanges: 'says what people have changed, and is emptied at the end',
  auditLog: 'says who did what, also this',
  idempotency: 'ends by itself after a day',
  apiKeys: 'is of the operator',
  oauthClients: 'is of the operator',
  signingKeys: 'signs what these clients get',
  pushKeys: 'signs what goes to the devices of members',
  webhookEndpoints: 'is of the operator',
  webhookSubscriptions: 'is a part of the endpoints',
  serviceSettings: 'is of the operator',
  staffSignIns: 'is of people who may sign in',
  staffSessions: 'is of people who may sign in',
  staffRecoveryCodes: 'is of people who may sign in',
  staffPasskeys: 'is of people who may sign in',
  staffInvitations: 'is of people who may sign in',
  experienceVersions: 'is the look of the brand',
  messageTemplates: 'is what the brand writes',
  importColumns: 'is how the files of the studio look',
  mediaFiles: 'is marked as unused, and a job removes the files',
  processorEvents: 'keeps the messages of the processor from being handled twice',
  sandboxProcessor: 'stands for the processor',
  sandboxProcessorRequests: 'stands for the processor',
};
