import { html } from '../../../kernel/html.ts';
import type { ApiCall } from '../api-operations.ts';
import { stepTop } from '../layout.ts';
import { type ApiRefusal, orRefused } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { challengePageWith } from './challenge.ts';
import { goalPageWith } from './goals/goal-page.ts';
import { challengeOf } from './shapes.ts';
import { actForm, challengePath } from './words.ts';

/** Leaving takes one confirmation: as many presses as joining. */
export const leavePage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context } = visit;
  const { t } = context;
  const challenge = await challengeOf(visit);
  const path = challengePath(challenge);
  if (challenge.enrollment?.status !== 'enrolled') return { to: path };
  const title = t('challenges.leaveTitle', { title: challenge.title });
  const button = html`<button class="button" data-size="large" data-wide="">${t('challenges.leaveNow')}</button>`;
  const leave = actForm({ action: path, act: 'leave', key: visit.newKey(), content: button });
  const content = html`${stepTop(context, path, challenge.title)}<main class="page narrow" id="main"><h1 class="page-title">${title}</h1><p>${t('challenges.leaveText')}</p><div class="two section"><a class="button" data-size="large" data-variant="tinted" href="${path}">${t('challenges.stay')}</a>${leave}</div></main>`;
  return { context, title, content, kind: 'flow-page', tab: 'challenges' };
};

/** Undefined if the text is not a number. */
const typedNumber = (text: string): number | undefined => {
  const number = Number(text.replace(',', '.'));
  return text === '' || Number.isNaN(number) ? undefined : number;
};

const enrollBody = (form: Form) => {
  const division = form.get('division');
  return {
    // The API says that the rules have to be accepted.
    acceptRules: (form.get('rules') === 'yes') as true,
    displayConsent: form.get('wholeName') === 'yes',
    ...(division === '' ? {} : { division }),
  };
};

const noteOf = (form: Form) => {
  const note = form.get('note');
  return note === '' ? {} : { note };
};

type Submitted = ApiCall<'submitChallengeGoals'>['body']['goals'][number];

const act = async ({ callApi, param }: MemberVisit, form: Form, goalId: string): Promise<unknown> => {
  const to = { path: { id: param('id') }, key: form.get('key') };
  const periodIndex = typedNumber(form.get('period'));
  const submit = (goal: Omit<Submitted, 'goalId' | 'periodIndex'>) =>
    callApi('submitChallengeGoals', {
      ...to,
      body: { goals: [{ goalId, ...goal, ...(periodIndex === undefined ? {} : { periodIndex }) }] },
    });
  switch (form.get('act')) {
    case 'join':
      return callApi('enrollInChallenge', { ...to, body: enrollBody(form) });
    case 'leave':
      return callApi('withdrawFromChallenge', to);
    case 'commit': {
      const target = typedNumber(form.get('value'));
      const goals = [{ goalId, ...(target === undefined ? {} : { target }) }];
      return callApi('commitToChallengeGoals', { ...to, body: { goals } });
    }
    case 'done':
      return submit({ achieved: true, ...noteOf(form) });
    case 'undo':
      return submit({ achieved: false });
    case 'note':
      return submit({ value: typedNumber(form.get('value')), ...noteOf(form) });
    default:
      return undefined;
  }
};

const acted = (
  visit: MemberVisit,
  form: Form,
  goalId: string,
  again: (refused: ApiRefusal) => Promise<PageResult>,
): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(async () => {
    await act(visit, form, goalId);
    return { to: challengePath({ id: visit.param('id') }) };
  }, again);

export const actOnChallenge = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  acted(visit, form, form.get('goal'), (refused) => challengePageWith(visit, refused));

export const actOnGoal = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  acted(visit, form, visit.param('goal'), (refused) => goalPageWith(visit, { refused, form }));
