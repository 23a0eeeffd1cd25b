import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate } from '../../../src/database/migrate.ts';
import { declaredRecords, tableOf } from '../../helpers/declared-records.ts';

/** The columns that records declare as personal, by table. */
const personal = new Map(declaredRecords.map((record) => [tableOf(record), record.personal()]));

/** Columns that an erasure cleans by statements of their own, or whose rows it deletes. */
const CLEANED_OTHERWISE: Record<string, string> = {
  agreements:
    'id clientId kind version textHash name guardianName address createdAt channel importedBy signedByClientId',
  auditLog: 'before after',
  challengeAssessmentSubmissions: 'values',
  challengeGoalEntries: 'note',
  charges: 'approval context requestKey',
  // A trigger deletes the rows with the tags of the client.
  clientTags: 'tag clientId',
  creditLedger: 'note',
  erasureRequests: 'clientId status requestedAt decidedAt reason',
  events: 'body',
  guests: 'firstName email phone',
  householdInvitations: 'id householdId email invitedByClientId createdAt expiresAt',
  idempotency: 'answer',
  mailAddresses: 'email lastMessage bouncingSince updatedAt',
  memberCodes: 'id email hash askerHash networkHash signUpHash expiresAt createdAt',
  memberDevices: 'id clientId kind hash tokenHash userAgent address lastSeenAt createdAt updatedAt',
  memberPasskeys: 'id clientId credentialId publicKey transports name lastUsedAt createdAt updatedAt',
  memberSignUps: 'clientId siteId createdAt',
  memberLinks: 'id clientId issuer subject createdAt updatedAt',
  mergedClients: 'externalId',
  metricShares: 'id clientId entryId token expiresAt createdAt updatedAt',
  notificationPreferences: 'clientId choices createdAt updatedAt',
  paymentMethods: 'customerId setupId cardId',
  pictures: 'id owner mimeType bytes createdAt',
  processorCustomers: 'id clientId processor mode account customerId mergedAt createdAt',
  pushSubscriptions: 'id clientId deviceId host endpointHash sealed createdAt updatedAt',
  refunds: 'notes requestKey',
  sandboxProcessor: 'body',
  sandboxProcessorRequests: 'fingerprint',
  unfinishedChanges: 'state',
  unitPreferences: 'clientId system weight distance length energy createdAt updatedAt',
  webhookDeliveries: 'responseSnippet',
};

/** Columns that stay: ids, times, states and amounts, words of the program, and what is not about the client. */
const KEPT: Record<string, string> = {
  demoChanges: 'id tableName',
  calendarAddresses: 'clientId updatedAt',
  auditLog:
    'id type source staffId credentialId actor address recordType recordId clientId siteId requestId erasedAt createdAt',
  awardGrants: 'id awardId clientId earnedAt dismissedAt revokedAt createdAt updatedAt',
  bookings:
    'id clientId sessionId siteId status bookingSource channel startTime bookedAt confirmedAt cancelledAt checkedInAt noShowAt cancelledBy cancelReason creditOutcome penalty createdAt updatedAt packageId hostBookingId joinedAt offeredAt offerExpiresAt promotedAt graceUntil lastSkipReason movedId',
  challengeArticleReads: 'id enrollmentId articleId readAt',
  challengeAssessmentSubmissions: 'id enrollmentId assessmentId measuredAt createdAt updatedAt',
  challengeEnrollments:
    'id challengeId clientId status enrolledAt withdrawnAt completedAt lastGainAt spans createdAt updatedAt',
  challengeGoalEntries: 'id enrollmentId goalId committedAt submittedAt',
  challengePoints: 'enrollmentId day at factId part sourceId',
  charges: 'paymentId methodId handler processingAt',
  checkins:
    'id clientId siteId bookingId sessionId packageId checkedInAt source checkedInByStaffId status statusCode message createdAt updatedAt',
  // Whom a change is about is forgotten when it is completed.
  clientChanges:
    'id act tags clientStatus clientIds filters siteIds status skipped staffId credentialId completedAt createdAt updatedAt',
  clientErasures: 'clientId createdAt',
  clients:
    'id rowId bookings visits noShows lateCancels accountBalances activity hasSignedIn status homeLocationId joinedAt firstVisitAt lastVisitAt earliestBookingAt archivedAt createdAt updatedAt erasedAt',
  contentStatuses:
    'clientId contentEntryId status startedAt completedAt lastViewedAt favoritedAt watchLaterAt viewedOn createdAt updatedAt',
  creditLedger: 'id packageId at reason bookingId staffId',
  events: 'id type siteId clientId createdAt actor requestId',
  facts: 'id kind clientId siteId at localDate homeDate sourceId createdAt takenBackAt',
  discountRedemptions: 'paymentId codeId clientId createdAt givenBackAt',
  mergedClients: 'id clientId createdAt',
  leaderboardScores: 'id leaderboardId periodId clientId division list position achievedAt day createdAt updatedAt',
  milestonesRaised: 'clientId type raisedAt',
  packageFreezes: 'packageId startsAt endsAt',
  streakLooks: 'at clientId',
  guests: 'bookingId clientId hostBookingId hostClientId siteId payment standsForClientId createdAt',
  // Of an address there is only a digest, so that it is not written to again.
  mailRefusals: 'hash createdAt',
  // The key is deleted after a day.
  idempotency: 'credentialId key fingerprint createdAt',
  messages: 'id kind channel siteId clientId staffId sourceId status dueAt sentAt errorCode createdAt updatedAt',
  metricBests: 'id clientId contentEntryId recordType entryId previousEntryId achievedAt createdAt updatedAt',
  metricCounts: 'clientId contentEntryId',
  metricEntries:
    'id clientId contentEntryId unit recordedAt localDate source sessionId challengeId visibility createdAt updatedAt',
  packageUses: 'bookingId packageId startTime state',
  packages:
    'id clientId siteId planId type status usageLimit startsAt activatedAt expiresAt activationType currency paymentId frozenFrom frozenUntil eligibleSiteIds eligibleCategories expiryNotifiedAt cancelledAt createdAt updatedAt nextRenewalAt paymentMethodId renewalEndsAt freezeDays endRequestedAt',
  paymentMethods: 'id clientId type status processor mode account createdAt updatedAt',
  // Accounts need the invoice number, and a refund the charge at the processor.
  payments:
    'id clientId siteId currency status paymentMethod dispute purpose invoiceNumber packageId planId bookingId processor failureCode paidAt failedAt soldByStaffId voidedAt createdAt updatedAt',
  refunds: 'id paymentId currency reason status createdByStaffId processorRefundId failureCode createdAt updatedAt',
  serviceSettings: 'name sealed updatedAt',
  sandboxProcessor: 'id account kind',
  sandboxProcessorRequests: 'account idempotencyKey answerId',
  unfinishedChanges: 'kind id createdAt actor requestId',
  videoSessions:
    'id clientId contentMediaId contentEntryId deviceType status startedAt endedAt completedAt lastHeartbeatAt createdAt updatedAt',
  videoViews: 'clientId contentMediaId contentEntryId seen completedAt',
  videoWatchers: 'clientId',
  webhookDeliveries:
    'id endpointId eventId eventType siteId url status errorCode errorMessage redeliveryOf nextAttemptAt createdAt updatedAt',
};

/** Tables without anything about clients. */
const OF_THE_STUDIO = [
  'agreementTexts',
  'apiKeys',
  'appliance',
  'awards',
  'discountCodes',
  'households',
  'experienceVersions',
  'invoiceNumbers',
  'leaderboardPeriods',
  'leaderboards',
  'oauthClients',
  'payMonths',
  'paymentDays',
  'plans',
  'processorEvents',
  'rankCounts',
  'schedules',
  'sessions',
  // What a search of a saved list says is a text of its own, not about a client.
  'clientLists',
  'challengeArticles',
  'challengeAssessments',
  'challengeGoals',
  'challenges',
  'contentBanners',
  'contentCategories',
  'contentFeatures',
  'contentTags',
  'contentTypes',
  'contentEntries',
  'contentEntryCategories',
  'contentEntryChildren',
  'contentEntryInstructors',
  'contentEntryTags',
  'contentEntryViews',
  'contentMedia',
  'mediaCaptions',
  'mediaFiles',
  'mediaVariants',
  'staffInvitations',
  'staffPasskeys',
  'staffRecoveryCodes',
  'staffSessions',
  'staffSignIns',
  'queueJobs',
  'settings',
  'pushKeys',
  'signingKeys',
  'kiosks',
  'siteAnniversaries',
  'streakCursor',
  'sites',
  'staff',
  'staffInvitations',
  'staffPasskeys',
  'staffRecoveryCodes',
  'staffSessions',
  'staffSignIns',
  'messageTemplates',
  'importColumns',
  'webhookEndpoints',
  'webhookSubscriptions',
];

const db = new Database(':memory:', { strict: true });
migrate(db, 'test');

const namesOf = (sql: string): string[] => (db.query(sql).all() as { name: string }[]).map(({ name }) => name);
const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

test('every text column is erased, kept for a reason, or of a table without clients', () => {
  const tables = namesOf(
    `select name from sqlite_schema where type = 'table' and sql like 'CREATE TABLE%' and name not like 'clientSearch%' and name not like 'contentSearch%' order by name`,
  );
  const decided = Object.fromEntries(
    tables
      .filter((table) => !OF_THE_STUDIO.includes(table))
      .map((table) => [
        table,
        [...(personal.get(table) ?? []), ...words(CLEANED_OTHERWISE[table]), ...words(KEPT[table])].sort(),
      ]),
  );
  const there = Object.fromEntries(
    Object.keys(decided).map((table) => [
      table,
      namesOf(
        `select name from pragma_table_info('${table}') where type in ('TEXT', 'BLOB')
            or name in (select value from json_each('${JSON.stringify(personal.get(table) ?? [])}'))
            or '${table}' = 'clients' order by name`,
      ).sort(),
    ]),
  );
  expect(decided).toEqual(there);
  expect(OF_THE_STUDIO.filter((table) => !tables.includes(table))).toEqual([]);
});

test('no other table refers to clients', () => {
  const others = OF_THE_STUDIO.filter((table) =>
    namesOf(`select name from pragma_table_info('${table}')`).some((column) => /clientId$/i.test(column)),
  );
  expect(others).toEqual([]);
});
