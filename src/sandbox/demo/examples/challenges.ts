import type { Examples } from '../../../http/openapi/examples.ts';
import { ARTICLES, ASSESSMENTS, CHALLENGES, ENTRIES, GOALS } from '../ids.ts';
import { at, from, like } from './ids.ts';

const spring = at(CHALLENGES.spring);
const inSpring = (name: string, id: string) => ({ path: { id: CHALLENGES.spring, [name]: id } });
const goal = inSpring('goalId', GOALS.walk);
const assessment = inSpring('assessmentId', ASSESSMENTS.start);
const article = inSpring('articleId', ARTICLES.morningFlow);

/** Challenges, and what they have. */
export const challengeExamples: Examples = {
  manageListChallenges: { query: { status: 'active' } },
  createChallenge: {
    body: {
      title: 'Summer challenge',
      type: 'attendance',
      startDate: '2040-06-04',
      endDate: '2040-07-01',
      pointsRules: { perAttendance: 10, dailyCap: 20 },
    },
  },
  manageGetChallenge: spring,
  updateChallenge: { ...spring, body: { capacity: 80, prizeDescription: 'A month of classes' } },
  deleteChallenge: spring,
  publishChallenge: like(CHALLENGES.draft, 'createChallenge'),
  listChallengeEnrollments: { ...spring, query: { status: 'enrolled' } },
  manageListChallengeGoals: spring,
  createChallengeGoal: {
    ...spring,
    body: { title: 'Drink water', targetType: 'quantity', unit: 'l', defaultTarget: 2, period: 'day' },
  },
  manageGetChallengeGoal: goal,
  updateChallengeGoal: { ...goal, body: { description: 'Any walk counts.' } },
  deleteChallengeGoal: goal,
  manageListChallengeAssessments: spring,
  createChallengeAssessment: {
    ...spring,
    body: { name: 'At the end', stage: 'final', fields: [{ key: 'plank', label: 'Plank', unit: 's' }] },
  },
  manageGetChallengeAssessment: assessment,
  updateChallengeAssessment: { ...assessment, body: { name: 'Where you start' } },
  deleteChallengeAssessment: assessment,
  manageListChallengeArticles: spring,
  createChallengeArticle: { ...spring, body: { contentEntryId: ENTRIES.morningFlow, weekNumber: 2 } },
  manageGetChallengeArticle: article,
  updateChallengeArticle: { ...article, body: { estimatedMinutes: 15 } },
  deleteChallengeArticle: article,
  listChallenges: { query: { status: 'active' } },
  listPastChallenges: {},
  getChallenge: spring,
  enrollInChallenge: {
    path: { id: from(CHALLENGES.steps, 'publishChallenge') },
    body: { acceptRules: true, displayConsent: true },
  },
  withdrawFromChallenge: spring,
  listChallengeGoals: { ...spring, query: { period: 'all' } },
  commitToChallengeGoals: { ...spring, body: { goals: [{ goalId: GOALS.walk, target: 40 }] } },
  submitChallengeGoals: {
    ...spring,
    body: {
      goals: [
        { goalId: GOALS.walk, value: 45, note: 'In the park' },
        { goalId: GOALS.sleep, achieved: true },
      ],
    },
  },
  listPastChallengeGoals: { ...spring, query: { goal_id: GOALS.walk } },
  listChallengeAssessments: spring,
  submitChallengeAssessment: { ...spring, body: { assessmentId: ASSESSMENTS.start, values: { plank: 60 } } },
  changeChallengeAssessment: { ...inSpring('assessmentId', ASSESSMENTS.habits), body: { values: { hours: 8 } } },
  getChallengeAttendance: spring,
  listChallengeArticles: spring,
  readChallengeArticle: article,
  getChallengeProgress: spring,
};
