import { sixDigits } from '../../../kernel/six-digits.ts';
import type { ApiResponse } from '../api-operations.ts';
import type { BookContext } from '../layout.ts';
import { ApiRefusal } from '../messages.ts';
import { BOOK_PATH, KEPT_PATH } from '../paths.ts';
import type { Form, MemberVisit, PageResult, Route, Visit } from '../visit.ts';
import { addressPage, GATES, type Gate } from './address.ts';
import { codePage } from './code.ts';
import { codeProblem } from './code-problem.ts';
import { gateMessage, nextOf } from './gate.ts';
import { afterSignIn, keptPage, offerPage } from './passkey.ts';
import { firstDetails, signUp, waitsPage } from './sign-up.ts';
import { waiverPage } from './texts.ts';

const offPage = (context: BookContext): PageResult =>
  gateMessage(context, context.t('signIn.offTitle'), context.t('signIn.off'), BOOK_PATH, context.t('book.toTimetable'));

const isRefused = (error: unknown, code: string): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === code;

const address =
  (gate: Gate) =>
  (visit: Visit): PageResult => {
    const next = nextOf(visit);
    if (visit.context.member !== undefined) return { to: next };
    return visit.signsMembersIn ? addressPage(visit.context, { gate, next }) : offPage(visit.context);
  };

/** Responds the same for every address, so that no one learns who is a client. */
const sendCode =
  (gate: Gate) =>
  async (visit: Visit, form: Form): Promise<PageResult> => {
    const { context, callApi } = visit;
    const [next, email, earlier] = [nextOf(visit, form), form.get('email'), form.get('request')];
    let request: string;
    try {
      const body = { email, language: context.language, ...(earlier === '' ? {} : { requestToken: earlier }) };
      request = (await callApi('requestMemberCode', { body })).requestToken;
    } catch (error) {
      if (isRefused(error, 'member_sign_in_off')) return offPage(context);
      if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
      return addressPage(context, { gate, next, email, problem: context.t('signIn.wrongAddress') });
    }
    return codePage(context, { gate, next, email, request });
  };

const tryCode =
  (gate: Gate) =>
  async (visit: Visit, form: Form): Promise<PageResult> => {
    const { context, callApi } = visit;
    const [next, email, code] = [nextOf(visit, form), form.get('email'), sixDigits(form.get('code'))];
    const request = form.get('request');
    let result: ApiResponse<'createMemberToken'>;
    try {
      const body = { email, code, asCookie: true, ...(request === '' ? {} : { requestToken: request }) };
      result = await callApi('createMemberToken', { body });
    } catch (error) {
      if (isRefused(error, 'member_sign_in_off')) return offPage(context);
      const problem = error instanceof ApiRefusal ? codeProblem(context, error) : undefined;
      if (problem === undefined) throw error;
      return codePage(context, { gate, next, email, request, code, problem });
    }
    if (result.status === 'signed_in') return afterSignIn(next, form.get('offers'));
    return result.signUpToken === null ? waitsPage(context) : firstDetails(context, next, result.signUpToken);
  };

const signOut = async ({ callApi }: MemberVisit): Promise<PageResult> => {
  await callApi('signMemberOut');
  return { to: BOOK_PATH };
};

const signedIn = ({ context: { member } }: Visit): PageResult => ({
  file: JSON.stringify({ memberId: member?.clientId ?? null }),
  type: 'application/json',
  name: 'signed-in.json',
});

const gateRoutes = (gate: Gate): readonly Route[] => [
  { path: GATES[gate], who: 'all', get: address(gate), post: sendCode(gate) },
  { path: `${GATES[gate]}/code`, who: 'all', get: address(gate), post: tryCode(gate) },
];

/** The email address goes from step to step in the forms. */
export const signInRoutes: readonly Route[] = [
  ...gateRoutes('sign-in'),
  { path: '/book/signed-in', who: 'all', get: signedIn },
  { path: KEPT_PATH, who: 'all', get: keptPage },
  { path: '/book/sign-in/passkey', who: 'member', get: offerPage },
  ...gateRoutes('sign-up'),
  { path: '/book/sign-up/details', who: 'all', get: address('sign-up'), post: signUp },
  { path: '/book/waiver', who: 'all', get: waiverPage },
  { path: '/book/sign-out', who: 'member', get: () => ({ to: BOOK_PATH }), post: signOut },
];
