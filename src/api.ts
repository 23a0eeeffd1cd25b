import { withoutEvents } from './database/database.ts';
import type { LongChanges } from './database/long-changes.ts';
import type { Store } from './database/store.ts';
import type { ErrorReporter } from './http/errors.ts';
import type { Operation } from './http/operations/operation.ts';
import { requireOperationOf } from './http/operations/rights.ts';
import type { MediaLinks } from './media/links.ts';
import type { MediaStore } from './media/store.ts';
import type { Processor } from './payments-processor/port.ts';
import { apiKeyOperations, type CredentialDeps } from './resources/api-keys/operations.ts';
import { auditOperations } from './resources/audit-log/operations.ts';
import { awardOperations, memberAwardOperations } from './resources/awards/operations.ts';
import { awardForChallenge, awardReactions, countMoreOldFacts } from './resources/awards/reactions.ts';
import { reserveFee, settleFee } from './resources/bookings/fees/settle.ts';
import { memberBookingOperations } from './resources/bookings/member/operations.ts';
import { bookingOperations, manageBookingOperations } from './resources/bookings/operations.ts';
import { capacityChanged, followDropIns, moveBookings, moveMoreBookings } from './resources/bookings/reactions.ts';
import {
  cancelClientBookings,
  cancelMoreOfClient,
  cancelMoreOfPackage,
  cancelPackageBookings,
} from './resources/bookings/status/owner-cancelled.ts';
import { cancelMoreOfSession, cancelSessionBookings } from './resources/bookings/status/session-cancelled.ts';
import { cutoffsChanged, endMoreOffers } from './resources/bookings/waitlist/cutoff.ts';
import { fillMoreOfWaitlist } from './resources/bookings/waitlist/fill.ts';
import { withdrawMoreOffers } from './resources/bookings/waitlist/withdraw.ts';
import { withdrawArchived } from './resources/challenges/enrollments/enroll.ts';
import { goalOperations } from './resources/challenges/goals/operations.ts';
import { manageChallengeOperations } from './resources/challenges/manage-operations.ts';
import { challengeOperations } from './resources/challenges/operations.ts';
import { challengeReactions } from './resources/challenges/points/reactions.ts';
import { recordBookingCheckIn } from './resources/checkins/check-in.ts';
import { memberCheckinOperations } from './resources/checkins/member/operations.ts';
import { checkinOperations } from './resources/checkins/operations.ts';
import { clientOperations, manageClientOperations } from './resources/clients/operations.ts';
import { entryOperations, manageEntryOperations } from './resources/content/entries/operations.ts';
import { manageContentOperations } from './resources/content/manage-operations.ts';
import { contentOperations } from './resources/content/operations.ts';
import { indexMoreNames } from './resources/content/search/indexing.ts';
import { contentSearchOperations } from './resources/content/search/operations.ts';
import { mediaOperations } from './resources/content-media/operations.ts';
import { playbackOperations, variantOperations } from './resources/content-media/playback/operations.ts';
import { mediaReaderOperations } from './resources/content-media/reading.ts';
import { uploadOperations } from './resources/content-media/uploads/operations.ts';
import type { createTus } from './resources/content-media/uploads/tus.ts';
import type { PosterUrl, PublicMediaUrl } from './resources/content-media/view.ts';
import { erasureOperations } from './resources/erasures/operations.ts';
import { eventOperations } from './resources/events/operations.ts';
import { experienceOperations, memberExperienceOperations } from './resources/experience/operations.ts';
import { exportOperations } from './resources/exports/operations.ts';
import { recordMoreVisits } from './resources/facts/visits.ts';
import { type Appliance, healthOperations } from './resources/health/operations.ts';
import { importOperations } from './resources/imports/operations.ts';
import { instructorOperations } from './resources/instructors/operations.ts';
import { memberLeaderboardOperations } from './resources/leaderboards/member/operations.ts';
import { leaderboardOperations } from './resources/leaderboards/operations.ts';
import {
  leaderboardClientChanged,
  leaderboardEnrollmentChanged,
  leaderboardPointsChanged,
  leaderboardReactions,
} from './resources/leaderboards/scores/reactions.ts';
import { countMore } from './resources/leaderboards/scores/recount.ts';
import { libraryOperations } from './resources/library/operations.ts';
import { viewContent } from './resources/library/status.ts';
import { memberLinkOperations } from './resources/member-links/operations.ts';
import { memberProfileOperations } from './resources/member-profile/operations.ts';
import { memberScheduleOperations } from './resources/member-schedule/operations.ts';
import { metricOperations } from './resources/metrics/operations.ts';
import { oauthClientOperations } from './resources/oauth-clients/operations.ts';
import { stopRenewals } from './resources/packages/lifecycle/renew.ts';
import { managePackageOperations, packageOperations } from './resources/packages/operations.ts';
import { paymentMethodOperations } from './resources/payment-methods/operations.ts';
import type { ChargeDeps } from './resources/payments/charging/call-processor.ts';
import {
  managePaymentOperations,
  memberPaymentOperations,
  paymentOperations,
  saleOperations,
} from './resources/payments/operations.ts';
import { planOperations } from './resources/plans/operations.ts';
import { preferenceOperations } from './resources/preferences/operations.ts';
import type { FactFamily, Reactions } from './resources/reactions.ts';
import { followSite, recordSiteChange } from './resources/schedules/changes/follow-site.ts';
import { continueChange } from './resources/schedules/changes/work.ts';
import { moveMoreSessions } from './resources/schedules/changes/zone-changes.ts';
import { scheduleOperations } from './resources/schedules/operations.ts';
import { manageSessionOperations, sessionOperations } from './resources/sessions/operations.ts';
import { settingsOperations } from './resources/settings/operations.ts';
import type { ProcessorInfo } from './resources/settings/view.ts';
import { siteOperations } from './resources/sites/operations.ts';
import { staffOperations } from './resources/staff/operations.ts';
import { streakOperations } from './resources/streaks/operations.ts';
import { streakReactions } from './resources/streaks/streaks.ts';
import { forgetViews } from './resources/video/forget.ts';
import { videoOperations } from './resources/video/operations.ts';
import type { WebhookPort } from './resources/webhooks/operations.ts';
import { webhookOperations } from './resources/webhooks/operations.ts';
import { deleteMoreOfWebhook, type Secrets } from './resources/webhooks/webhooks.ts';
import { deleteMoreJobs } from './webhooks/queue/jobs.ts';

/** The families that derive something from facts. Each reads what those before it have written. */
const derived: readonly FactFamily[] = [
  challengeReactions({ pointsChanged: leaderboardPointsChanged }),
  streakReactions,
  leaderboardReactions,
  awardReactions,
];

const facts: FactFamily = {
  factRecorded(tx, fact, home) {
    for (const family of derived) family.factRecorded(tx, fact, home);
  },
  factTakenBack(tx, fact, home) {
    for (const family of derived) family.factTakenBack(tx, fact, home);
  },
  *factsImported(tx, clientId, moves) {
    const silent = withoutEvents(tx);
    for (const family of derived) yield* family.factsImported(silent, clientId, moves);
  },
};

const cancelBookings = cancelClientBookings(facts);
const leaveChallenges = withdrawArchived({ enrollmentChanged: leaderboardEnrollmentChanged });

/** The effects of changes in one family on later families. */
export const reactions: Reactions = {
  ...facts,
  clientArchived(tx, clientId) {
    stopRenewals(tx, clientId);
    cancelBookings(tx, clientId);
    leaveChallenges(tx, clientId);
    leaderboardClientChanged(tx, clientId);
  },
  clientChanged: leaderboardClientChanged,
  sessionCancelled: cancelSessionBookings(facts),
  sessionMoved: moveBookings,
  capacityChanged,
  cutoffsChanged,
  packageCancelled: cancelPackageBookings(facts),
  dropInChanged: followDropIns,
  feePaid: settleFee,
  feeBegun: reserveFee,
  siteChanged: recordSiteChange,
  bookingCheckedIn: recordBookingCheckIn(facts),
  enrollmentChanged: leaderboardEnrollmentChanged,
  pointsChanged: leaderboardPointsChanged,
  challengeCompleted: awardForChallenge,
  contentViewed: viewContent(facts),
  contentReset: forgetViews,
};

/** How the changes continue that take several transactions, by kind. `app.ts` adds the erasures. */
export const slices = {
  schedule: continueChange(reactions),
  site: moveMoreSessions(reactions),
  session: cancelMoreOfSession(facts),
  waitlist: fillMoreOfWaitlist,
  offers: withdrawMoreOffers,
  offerEnds: endMoreOffers,
  move: moveMoreBookings,
  contentSearch: indexMoreNames,
  client: cancelMoreOfClient(facts),
  package: cancelMoreOfPackage(facts),
  visits: recordMoreVisits(facts),
  award: countMoreOldFacts,
  leaderboard: countMore,
  webhook: deleteMoreOfWebhook,
  webhookJobs: deleteMoreJobs,
};

/** The dependencies of all operations. */
export interface ApiDeps extends CredentialDeps {
  readonly store: Store;
  /** The files of media, and their uploads by tus. */
  readonly media: MediaStore;
  readonly tus: ReturnType<typeof createTus>;
  /** The most bytes of a media. */
  readonly mediaMaxBytes: number;
  /** Called when a file can be played. */
  readonly onMediaReady: () => void;
  readonly publicMediaUrl: PublicMediaUrl;
  readonly posterUrl: PosterUrl;
  readonly links: MediaLinks;
  /** The public URL of this server. */
  readonly rootUrl: () => string;
  readonly changes: LongChanges<{ [Kind in keyof typeof slices]: NonNullable<ReturnType<(typeof slices)[Kind]>> }>;
  readonly reportError: ErrorReporter;
  /** Reports an error that the operator should know. */
  readonly report: (message: string, error: unknown) => void;
  readonly appliance: Appliance;
  readonly webhooks: WebhookPort;
  /** Waits until the traces of an erased client are removed from other records. */
  readonly finishErasure: (clientId: string) => Promise<unknown>;
  readonly secrets: Secrets;
  readonly processor: Processor;
  readonly charging: ChargeDeps;
  readonly processorInfo: () => ProcessorInfo;
}

/** All operations of the API. test/golden/operations.txt has one line for each. */
export const apiOperations = (given: ApiDeps): readonly Operation[] => {
  const { reportError } = given;
  const deps = { ...given, reactions, requireOperation: requireOperationOf(() => operations) };
  const reportSchedule = (error: unknown, id: string) => reportError(error, `following a site, schedule ${id}`);
  const operations: readonly Operation[] = [
    ...healthOperations(deps),
    ...siteOperations({ reactions, followSite: (id) => followSite({ ...deps, reportError: reportSchedule }, id) }),
    ...staffOperations,
    ...instructorOperations,
    ...settingsOperations(deps),
    ...clientOperations(deps),
    ...scheduleOperations(deps),
    ...sessionOperations,
    ...packageOperations(deps),
    ...paymentOperations(deps),
    ...bookingOperations(deps),
    ...checkinOperations(deps),
    ...webhookOperations(deps),
    ...memberProfileOperations(deps),
    ...memberScheduleOperations,
    ...memberBookingOperations(deps),
    ...memberCheckinOperations(deps),
    ...streakOperations,
    ...memberAwardOperations,
    ...paymentMethodOperations(deps),
    ...memberPaymentOperations,
    ...metricOperations({ reactions: facts, shares: { random: deps.secrets.random, rootUrl: deps.rootUrl } }),
    ...preferenceOperations(deps),
    ...memberExperienceOperations,
    ...experienceOperations,
    ...awardOperations,
    ...libraryOperations(deps),
    ...videoOperations(deps),
    ...challengeOperations(deps),
    ...goalOperations(deps),
    ...memberLeaderboardOperations,
    ...manageClientOperations,
    ...erasureOperations(deps),
    ...contentOperations,
    ...contentSearchOperations(deps),
    ...manageContentOperations,
    ...entryOperations(deps),
    ...manageEntryOperations,
    ...manageChallengeOperations,
    ...leaderboardOperations(deps),
    ...planOperations,
    ...managePackageOperations,
    ...saleOperations(deps),
    ...managePaymentOperations(deps),
    ...manageSessionOperations(deps),
    ...manageBookingOperations(deps),
    ...eventOperations,
    ...auditOperations,
    ...apiKeyOperations(deps),
    ...oauthClientOperations(deps),
    ...memberLinkOperations,
    ...mediaReaderOperations(deps),
    ...uploadOperations(deps.tus),
    ...mediaOperations(deps),
    ...playbackOperations(deps),
    ...variantOperations(deps),
    ...exportOperations(deps),
    ...importOperations(deps),
  ];
  return operations;
};
