import type { Translate } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { idsOf, isWhole, type Problems, textOfIds } from '../form/form.ts';
import type { Challenge } from './queries.ts';

type NewChallenge = Schemas['CreateChallengeRequest'];
type ChallengePatch = Schemas['UpdateChallengeRequest'];

export const TYPES = ['points', 'attendance', 'goals', 'metric'] as const;

/** What earns points, in the order of the form. */
export const POINTS = ['perAttendance', 'perGoal', 'perAssessment', 'perArticle'] as const;

/** What members rely on once a challenge is published. */
export const FIXED: readonly string[] = [
  'type',
  'startDate',
  'endDate',
  'siteIds',
  ...POINTS.map((name) => `pointsRules.${name}`),
  'pointsRules.maxAttendancePerDay',
  'pointsRules.dailyCap',
];

const TEXTS = ['summary', 'description', 'rules', 'prizeDescription', 'imageUrl'] as const;

const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** A challenge as its form holds it. */
export const fieldsOf = (challenge: Challenge): Fields => {
  const { pointsRules } = challenge;
  return {
    title: challenge.title,
    ...Object.fromEntries(TEXTS.map((name) => [name, challenge[name] ?? ''])),
    type: challenge.type,
    startDate: challenge.startDate,
    endDate: challenge.endDate,
    enrollmentOpensAt: challenge.enrollmentOpensAt,
    enrollmentClosesAt: challenge.enrollmentClosesAt,
    siteIds: textOfIds(challenge.siteIds),
    capacity: numberText(challenge.capacity),
    targetPerWeek: numberText(challenge.targetPerWeek),
    ...Object.fromEntries(POINTS.map((name) => [`pointsRules.${name}`, String(pointsRules[name])])),
    'pointsRules.maxAttendancePerDay': String(pointsRules.maxAttendancePerDay),
    'pointsRules.dailyCap': numberText(pointsRules.dailyCap),
    leaderboardId: challenge.leaderboardId ?? '',
    awardIds: textOfIds(challenge.awardIds),
  };
};

/** The form of a new challenge. */
export const EMPTY: Fields = {
  title: '',
  ...Object.fromEntries(TEXTS.map((name) => [name, ''])),
  type: 'points',
  startDate: '',
  endDate: '',
  enrollmentOpensAt: '',
  enrollmentClosesAt: '',
  siteIds: '',
  capacity: '',
  targetPerWeek: '',
  'pointsRules.perAttendance': '10',
  'pointsRules.perGoal': '0',
  'pointsRules.perAssessment': '0',
  'pointsRules.perArticle': '0',
  'pointsRules.maxAttendancePerDay': '1',
  'pointsRules.dailyCap': '',
  leaderboardId: '',
  awardIds: '',
};

const OPTIONAL_NUMBERS: readonly string[] = ['capacity', 'targetPerWeek', 'pointsRules.dailyCap'];

const sentOf = (path: string, text: string): unknown => {
  const trimmed = text.trim();
  if (path === 'siteIds' || path === 'awardIds') return idsOf(text);
  if (OPTIONAL_NUMBERS.includes(path)) return trimmed === '' ? null : Number(trimmed);
  if (path.startsWith('pointsRules.')) return Number(trimmed === '' ? '0' : trimmed);
  return trimmed === '' ? null : trimmed;
};

/** The body of a request with some fields of the form. */
export const bodyOf = (fields: Fields): ChallengePatch => {
  const body: Record<string, unknown> = {};
  const rules: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(fields)) {
    if (path.startsWith('pointsRules.')) rules[path.slice('pointsRules.'.length)] = sentOf(path, text);
    else body[path] = sentOf(path, text);
  }
  return { ...body, ...(Object.keys(rules).length === 0 ? {} : { pointsRules: rules }) };
};

/** The body of a new challenge: what was left empty is left to the server. */
export const newBodyOf = (draft: Fields): NewChallenge => {
  const given = Object.fromEntries(Object.entries(draft).filter(([, text]) => text.trim() !== ''));
  return bodyOf(given) as NewChallenge;
};

/** What is missing or no number, by field, in the order of the form. */
export const problemsOf = (draft: Fields, t: Translate): Problems => {
  const problems: Record<string, string> = {};
  const text = (path: string): string => (draft[path] ?? '').trim();
  if (text('title') === '') problems.title = t('engagement.needsTitle');
  if (text('startDate') === '') problems.startDate = t('engagement.needsStart');
  if (text('endDate') === '') problems.endDate = t('engagement.needsEnd');
  else if (text('startDate') !== '' && text('endDate') < text('startDate'))
    problems.endDate = t('engagement.endsBefore');
  const numbers = Object.keys(draft).filter((path) => path.startsWith('pointsRules.'));
  for (const path of ['capacity', ...numbers, 'targetPerWeek']) {
    if (text(path) !== '' && !isWhole(text(path))) problems[path] = t('engagement.needsWhole');
  }
  return problems;
};
