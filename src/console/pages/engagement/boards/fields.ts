import type { Translate } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import type { Problems } from '../form/form.ts';
import type { Board } from './queries.ts';

/** What a board ranks by stays: the values that members saw would mean something else. */
export const FIXED: readonly string[] = [
  'rankBy',
  'metricContentEntryId',
  'challengeId',
  'siteId',
  'periodType',
  'startDate',
  'divisions',
  'order',
];

export const fieldsOf = (board: Board): Fields => ({
  name: board.name,
  description: board.description ?? '',
  key: board.key ?? '',
  rankBy: board.rankBy,
  metricContentEntryId: board.metricContentEntryId ?? '',
  challengeId: board.challengeId ?? '',
  siteId: board.siteId ?? '',
  periodType: board.periodType,
  startDate: board.startDate,
  endDate: board.endDate ?? '',
  divisions: board.divisions.join('\n'),
  order: board.order,
  isOptInRequired: board.isOptInRequired ? 'yes' : 'no',
});

export const EMPTY: Fields = {
  name: '',
  description: '',
  key: '',
  rankBy: 'attendance',
  metricContentEntryId: '',
  challengeId: '',
  siteId: '',
  periodType: 'monthly',
  startDate: '',
  endDate: '',
  divisions: '',
  order: '',
  isOptInRequired: 'no',
};

/** Whether a board of such fields is about a challenge. */
export const isOfChallenge = ({ rankBy, periodType }: Fields): boolean =>
  rankBy === 'points' || periodType === 'challenge';

const sentOf = (path: string, text: string): unknown => {
  if (path === 'isOptInRequired') return text === 'yes';
  return text.trim() === '' ? null : text.trim();
};

export const bodyOf = (fields: Fields): Schemas['UpdateLeaderboardRequest'] =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, sentOf(path, text)]));

/** The body of a new board: fields that do not fit what it ranks by are left out. */
export const newBodyOf = (draft: Fields): Schemas['CreateLeaderboardRequest'] => {
  const { rankBy, siteId, divisions = '', metricContentEntryId, challengeId } = draft;
  const own = ['name', 'description', 'rankBy', 'periodType', 'isOptInRequired', 'order'];
  const isChallenge = isOfChallenge(draft);
  if (draft.periodType !== 'challenge') own.push('startDate', 'endDate');
  const given = Object.entries(draft).filter(([path, text]) => own.includes(path) && text.trim() !== '');
  const groups = divisions
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return {
    ...bodyOf(Object.fromEntries(given)),
    ...(siteId === '' ? {} : { scope: 'site', siteId }),
    ...(rankBy === 'metric' ? { metricContentEntryId } : {}),
    ...(challengeId === '' ? {} : { challengeId }),
    ...(isChallenge && groups.length > 0 ? { divisions: groups } : {}),
  } as Schemas['CreateLeaderboardRequest'];
};

export const problemsOf = (draft: Fields, t: Translate): Problems => {
  const problems: Record<string, string> = {};
  if ((draft.name ?? '').trim() === '') problems.name = t('engagement.needsTitle');
  if (draft.rankBy === 'metric' && draft.metricContentEntryId === '')
    problems.metricContentEntryId = t('boards.needsMetric');
  if (isOfChallenge(draft) && draft.challengeId === '') problems.challengeId = t('boards.needsChallenge');
  const { startDate = '', endDate = '' } = draft;
  if (endDate !== '' && startDate !== '' && endDate < startDate) problems.endDate = t('engagement.endsBefore');
  return problems;
};
