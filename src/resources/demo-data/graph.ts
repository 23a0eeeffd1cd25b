// Which rows of the demo data go with which others, when they are removed and what people have made or changed stays.
import type { Database } from 'bun:sqlite';
import { AFTER_DEMO, EMPTIED } from './tables.ts';

interface Owner {
  readonly column: string;
  readonly parent: string;
}

const of = (parent: string, column: string): Owner => ({ column, parent });
const ofClient = [of('clients', 'clientId')];
const ofPackage = [of('packages', 'packageId')];
const ofEntry = [of('contentEntries', 'entryId')];
const ofMedia = [of('contentMedia', 'contentMediaId')];
const ofChallenge = [of('challenges', 'challengeId')];
const ofEnrollment = [of('challengeEnrollments', 'enrollmentId')];

/** Of what the rows of a table are a part: they go with any of these, and stay where they stay. */
export const OWNERS: Readonly<Record<string, readonly Owner[]>> = {
  ...Object.fromEntries(
    [
      'packages',
      'payments',
      'bookings',
      'checkins',
      'facts',
      'clientTags',
      'contentStatuses',
      'videoSessions',
      'videoViews',
      'videoWatchers',
      'metricEntries',
      'metricBests',
      'metricCounts',
      'metricShares',
      'milestonesRaised',
      'challengeEnrollments',
      'awardGrants',
      'messages',
      'memberLinks',
      'notificationPreferences',
      'unitPreferences',
      'paymentMethods',
      'processorCustomers',
      'clientErasures',
      'mergedClients',
      'streakLooks',
      'memberDevices',
      'pushSubscriptions',
      'memberPasskeys',
      'memberSignUps',
      'calendarAddresses',
      'agreements',
      'erasureRequests',
    ].map((table) => [table, ofClient]),
  ),
  sessions: [of('schedules', 'scheduleId')],
  creditLedger: ofPackage,
  packageUses: ofPackage,
  packageFreezes: ofPackage,
  refunds: [of('payments', 'paymentId')],
  charges: [of('payments', 'paymentId')],
  discountRedemptions: [of('payments', 'paymentId')],
  contentMedia: ofEntry,
  mediaCaptions: ofMedia,
  mediaVariants: ofMedia,
  contentEntryCategories: [...ofEntry, of('contentCategories', 'categoryId')],
  contentEntryTags: [...ofEntry, of('contentTags', 'tagId')],
  contentEntryInstructors: ofEntry,
  contentEntryChildren: [...ofEntry, of('contentEntries', 'programId')],
  contentEntryViews: ofEntry,
  challengeGoals: ofChallenge,
  challengeAssessments: ofChallenge,
  challengeArticles: ofChallenge,
  challengeGoalEntries: ofEnrollment,
  challengeAssessmentSubmissions: ofEnrollment,
  challengeArticleReads: ofEnrollment,
  challengePoints: ofEnrollment,
  leaderboardPeriods: [of('leaderboards', 'leaderboardId')],
  leaderboardScores: [of('leaderboardPeriods', 'periodId'), of('clients', 'clientId')],
  settings: [of('sites', 'scope')],
  clientSearchSites: [of('sites', 'siteId')],
  siteAnniversaries: [of('sites', 'siteId')],
  pictures: [of('clients', 'owner'), of('staff', 'owner')],
};

/** Tables whose rows the program makes automatically: also a row of later goes with what it is a part of. */
const MADE_BY_ITSELF = new Set([
  'sessions',
  'facts',
  'creditLedger',
  'messages',
  'awardGrants',
  'metricBests',
  'mediaVariants',
  'leaderboardPeriods',
  'leaderboardScores',
  'videoSessions',
  'mergedClients',
  'pictures',
]);

/** References that end where the other record goes. */
export const LOOSE: readonly { readonly table: string; readonly column: string; readonly parent: string }[] = [
  { table: 'clients', ...of('clients', 'referredByClientId') },
  { table: 'sessions', ...of('schedules', 'scheduleId') },
  { table: 'sessions', ...of('sessions', 'rescheduledId') },
  { table: 'contentCategories', ...of('contentCategories', 'parentId') },
];

export const looseColumns = (table: string): readonly string[] =>
  LOOSE.filter((each) => each.table === table).map(({ column }) => column);

/** Tables whose rows jobs leave as they are, so that a later `updatedAt` is of a person. */
export const CHANGED_BY_PEOPLE: readonly string[] = [
  'clients',
  'staff',
  'sites',
  'plans',
  'contentCategories',
  'contentTags',
  'contentTypes',
  'contentFeatures',
  'contentBanners',
  'awards',
  'clientLists',
  'metricEntries',
  'challengeGoals',
  'challengeAssessments',
  'challengeArticles',
  'mediaCaptions',
  'payMonths',
];

/** Tables that name records in lists and texts, also such that are not emptied: what they name stays. */
export const NAMING: readonly string[] = [
  'staff',
  'plans',
  'schedules',
  'sessions',
  'contentEntries',
  'contentBanners',
  'contentCategories',
  'challenges',
  'awards',
  'leaderboards',
  'discountCodes',
  'clientLists',
  'payMonths',
  'payments',
  'packages',
  'settings',
  'apiKeys',
  'oauthClients',
  'webhookEndpoints',
];

/** Texts about what was there once; nothing is found by them. */
export const HISTORY: readonly string[] = ['events', 'webhookDeliveries', 'auditLog', 'queueJobs', 'unfinishedChanges'];

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** What a database says of a table, which stays the same while the program runs. */
const oncePerTable = <T>(make: (db: Database, table: string) => T): ((db: Database, table: string) => T) => {
  const known = new WeakMap<Database, Map<string, T>>();
  return (db, table) => {
    const made = known.get(db) ?? new Map<string, T>();
    known.set(db, made);
    if (!made.has(table)) made.set(table, make(db, table));
    return made.get(table) ?? make(db, table);
  };
};

export const columnsOf = oncePerTable((db, table): readonly Column[] =>
  db.query<Column, [string]>('select "name", "type", "pk" from pragma_table_info(?)').all(table),
);

/** The columns that refer to other tables. */
export const referringColumns = oncePerTable((db, table): readonly string[] =>
  db
    .query<{ column: string }, [string]>('select "from" "column" from pragma_foreign_key_list(?)')
    .all(table)
    .map(({ column }) => column),
);

/**
 * The condition of the rows of a table that are of the demo data: by their ids, or by what they are a part of. Undefined for a
 * table that has none.
 */
export const demoCondition: (db: Database, table: string) => string | undefined = oncePerTable((db, table) => {
  const emptied = EMPTIED.find((each) => each.table === table);
  if (emptied === undefined || HISTORY.includes(table)) return undefined;
  const hasId = columnsOf(db, table).some(({ name, type }) => name === 'id' && type.toUpperCase() === 'TEXT');
  const byId = hasId ? [`"${table}"."id" < '${AFTER_DEMO}'`] : [];
  const owned = hasId && !MADE_BY_ITSELF.has(table) ? [] : (OWNERS[table] ?? []);
  const byOwner = owned.map(({ column, parent }) => {
    const isMade = OWNERS[parent] !== undefined && MADE_BY_ITSELF.has(parent);
    const own = `"${table}"."${column}" < '${AFTER_DEMO}'`;
    return isMade
      ? `(${own} or "${table}"."${column}" in (select "id" from "${parent}" where ${demoCondition(db, parent)}))`
      : own;
  });
  const either = [...byId, ...byOwner];
  if (either.length === 0) return undefined;
  // Someone has given a member an award by hand.
  const byHand =
    table === 'awardGrants'
      ? `and ("id" < '${AFTER_DEMO}' or "awardId" not in (select "id" from "awards" where "trigger" = 'manual'))`
      : '';
  return `(${either.join(' or ')}) ${byHand} and (${emptied.condition})`;
});
