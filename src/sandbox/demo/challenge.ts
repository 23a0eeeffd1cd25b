import { reactions } from '../../api.ts';
import type { Tx } from '../../database/database.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import { createArticle } from '../../resources/challenges/articles/articles.ts';
import { createAssessment } from '../../resources/challenges/assessments/assessments.ts';
import { submitAssessment } from '../../resources/challenges/assessments/submit.ts';
import { createChallenge } from '../../resources/challenges/challenges.ts';
import { enroll } from '../../resources/challenges/enrollments/enroll.ts';
import { createGoal } from '../../resources/challenges/goals/goals.ts';
import { publishChallenge } from '../../resources/challenges/publishing/publish.ts';
import { ARTICLES, ASSESSMENTS, CHALLENGES, ENTRIES, GOALS, MEMBER, SITES } from '../../resources/demo-ids.ts';
import { Site } from '../../resources/sites/record.ts';
import { SETUP_CALLER, zoneOf } from './setup.ts';

const WEEKS = 4;

/** Creates an open challenge that began today, and enrolls the member of the ready line. */
export const createOpenChallenge = (tx: Tx): void => {
  const startDate = localDateAt(tx.nowMs, Site.rows.find(tx, SITES.downtown)?.timezone ?? 'UTC');
  const body = {
    title: 'Four-week challenge',
    summary: 'Four weeks of moving every day.',
    type: 'points' as const,
    capacity: 50,
    startDate,
    endDate: addDays(startDate, 7 * WEEKS - 1),
    rules: 'Be kind to yourself.',
    pointsRules: { perAttendance: 10, perGoal: 5, perAssessment: 20, perArticle: 5, dailyCap: 50 },
  };
  const draft = createChallenge(tx, SETUP_CALLER, body, CHALLENGES.spring);
  const walk = {
    title: 'Walk every day',
    targetType: 'duration',
    unit: 'min',
    defaultTarget: 30,
    period: 'day',
  } as const;
  createGoal(tx, SETUP_CALLER, draft, walk, GOALS.walk);
  const sleep = { title: 'In bed before eleven', targetType: 'boolean', period: 'week', position: 1 } as const;
  createGoal(tx, SETUP_CALLER, draft, sleep, GOALS.sleep);
  const fields = [{ key: 'plank', label: 'Plank', unit: 's', min: 0, max: 3600, required: true }];
  createAssessment(tx, SETUP_CALLER, draft, { name: 'At the start', stage: 'baseline', fields }, ASSESSMENTS.start);
  createArticle(tx, SETUP_CALLER, draft, { contentEntryId: ENTRIES.morningFlow }, ARTICLES.morningFlow);
  const habits = [{ key: 'hours', label: 'Hours of sleep', unit: 'h', min: 0, max: 24 }];
  const survey = { name: 'Your habits', stage: 'baseline', fields: habits, pointsValue: 0 } as const;
  const asked = createAssessment(tx, SETUP_CALLER, draft, survey, ASSESSMENTS.habits);
  const challenge = publishChallenge(tx, SETUP_CALLER, draft);
  const enrollment = enroll(tx, reactions, challenge, MEMBER, { acceptRules: true, displayConsent: true });
  submitAssessment(tx, reactions, { challenge, enrollment }, asked, { values: { hours: 7 } });
};

/** Creates a challenge that begins in a month and can be enrolled in already, and one that is not published. */
export const createLaterChallenges = (tx: Tx): void => {
  const startDate = addDays(localDateAt(tx.nowMs, zoneOf(tx)), 30);
  const body = { type: 'attendance', startDate, endDate: addDays(startDate, 7 * WEEKS - 1) } as const;
  const steps = { ...body, title: 'Twelve classes', summary: 'Three a week.', pointsRules: { perAttendance: 10 } };
  publishChallenge(tx, SETUP_CALLER, createChallenge(tx, SETUP_CALLER, steps, CHALLENGES.steps));
  createChallenge(tx, SETUP_CALLER, { ...body, title: 'A week outdoors' }, CHALLENGES.draft);
};
