import { awardPage } from '../../awards/queries.ts';
import { Award } from '../../awards/record.ts';
import { boardPage } from '../../leaderboards/queries.ts';
import {
  type ExportFamily,
  type ExportSource,
  listed,
  ofMembers,
  PAGE_SIZE,
  plain,
  viewed,
} from '../exported-family.ts';
import {
  allChallengesPage,
  allEnrollmentsPage,
  allGoalEntriesPage,
  challengeViews,
  enrollmentViews,
  exportedArticles,
  exportedAssessments,
  exportedChallenge,
  exportedEnrollment,
  exportedGoalEntry,
  exportedGoals,
  goalEntryViews,
} from './challenges.ts';
import {
  allGrantsPage,
  allScoresPage,
  exportedFact,
  exportedFactView,
  exportedGrant,
  exportedGrantView,
  exportedLeaderboard,
  exportedScore,
  exportedStreaks,
  leaderboardViews,
  ownFactsPage,
  scoreViews,
  streaksPage,
} from './ranks.ts';

/** What clients have of records that staff manage: a caller needs to read both. */
const ofClients = (name: string, operation: string): ExportSource => ({ name, readBy: [['listClients'], [operation]] });

/** Challenges and their parts, to which values of metrics refer. */
export const challengeFamilies: readonly ExportFamily[] = [
  viewed(listed('challenges', 'manageListChallenges'), exportedChallenge, allChallengesPage, challengeViews),
  plain(listed('challenge_goals', 'manageListChallengeGoals'), exportedGoals, exportedGoals.page),
  plain(
    listed('challenge_assessments', 'manageListChallengeAssessments'),
    exportedAssessments,
    exportedAssessments.page,
  ),
  plain(listed('challenge_articles', 'manageListChallengeArticles'), exportedArticles, exportedArticles.page),
];

/** What members did and have of it, after all that it is derived from. */
export const engagementFamilies: readonly ExportFamily[] = [
  plain(ofMembers('facts'), { schema: exportedFact, view: exportedFactView }, (read, request, _filters, siteIds) =>
    ownFactsPage(read, request, { own: 1 }, siteIds),
  ),
  viewed(
    ofClients('challenge_enrollments', 'listChallengeEnrollments'),
    exportedEnrollment,
    allEnrollmentsPage,
    enrollmentViews,
  ),
  viewed(
    ofClients('challenge_goal_entries', 'listChallengeEnrollments'),
    exportedGoalEntry,
    allGoalEntriesPage,
    goalEntryViews,
  ),
  viewed(listed('leaderboards', 'manageListLeaderboards'), exportedLeaderboard, boardPage, leaderboardViews),
  viewed(
    ofClients('leaderboard_scores', 'manageListLeaderboards'),
    exportedScore,
    (read, request, _filters, siteIds) => allScoresPage(read, request, { hasValue: 1 }, siteIds),
    scoreViews,
  ),
  plain(listed('awards', 'listManagedAwards'), Award, awardPage),
  plain(
    ofClients('award_grants', 'listAwardGrants'),
    { schema: exportedGrant, view: exportedGrantView },
    allGrantsPage,
  ),
  {
    ...listed('streaks', 'listClients'),
    shape: exportedStreaks,
    page: (read, siteIds, after) => streaksPage(read, siteIds, after, PAGE_SIZE),
  },
];
