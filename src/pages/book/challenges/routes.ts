import { challengeBoardPage } from '../boards/boards.ts';
import type { Route } from '../visit.ts';
import { actOnChallenge, actOnGoal, leavePage } from './actions.ts';
import { articlePage, readArticle } from './articles.ts';
import { assessmentPage, saveAssessment } from './assessments.ts';
import { challengePage } from './challenge.ts';
import { goalPage } from './goals/goal-page.ts';
import { challengesPage } from './list.ts';

const CHALLENGE = '/book/challenges/:id';

export const challengeRoutes: readonly Route[] = [
  { path: '/book/challenges', who: 'member', get: challengesPage },
  { path: CHALLENGE, who: 'member', get: challengePage, post: actOnChallenge },
  { path: `${CHALLENGE}/leave`, who: 'member', get: leavePage },
  { path: `${CHALLENGE}/board`, who: 'member', get: challengeBoardPage },
  { path: `${CHALLENGE}/goals/:goal`, who: 'member', get: goalPage, post: actOnGoal },
  { path: `${CHALLENGE}/articles/:article`, who: 'member', get: articlePage, post: readArticle },
  { path: `${CHALLENGE}/assessments/:assessment`, who: 'member', get: assessmentPage, post: saveAssessment },
];
