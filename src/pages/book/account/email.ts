import { type Html, html } from '../../../kernel/html.ts';
import { sixDigits } from '../../../kernel/six-digits.ts';
import { ApiRefusal } from '../messages.ts';
import { codeProblem } from '../sign-in/code-problem.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage } from './parts.ts';

const PATH = `${ACCOUNT}/email`;
const PROFILE = `${ACCOUNT}/profile`;

const problemNote = (problem: string | undefined): Html | undefined =>
  problem === undefined
    ? undefined
    : html`<div class="notice" id="problem" data-tone="caution" role="alert"><div>${problem}</div></div>`;

const ofProblem = (problem: string | undefined): Html | '' =>
  problem === undefined ? '' : html` aria-invalid="true" aria-describedby="problem"`;

const page = (visit: MemberVisit, content: Html, problem: string | undefined): BookPage => ({
  ...accountPage(visit, { title: visit.context.t('account.emailTitle'), content, back: PROFILE }),
  ...(problem === undefined ? {} : { status: 422 as const }),
});

const addressPage = (visit: MemberVisit, email = '', problem?: string): BookPage => {
  const { t } = visit.context;
  const content = html`<p>${t('account.emailWhat')}</p>${problemNote(problem)}<form class="stack" method="post" action="${PATH}"><div class="field"><label for="email">${t('account.newEmail')}</label><input class="input" id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"${ofProblem(problem)}></div><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.sendCode')}</button></form>`;
  return page(visit, content, problem);
};

const codePage = (visit: MemberVisit, email: string, problem?: string): BookPage => {
  const { t } = visit.context;
  const hidden = html`<input type="hidden" name="email" value="${email}">`;
  const content = html`<p>${t('account.codeSent', { email })}</p>${problemNote(problem)}<form class="stack" method="post" action="${PATH}/code">${hidden}<div class="field"><label for="code">${t('signIn.codeLabel')}</label><input class="input" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required pattern=".*[0-9]{3}\\W?[0-9]{3}.*" title="${t('signIn.codeLabel')}"${ofProblem(problem)}></div><p class="small quiet">${t('account.emailEnds')}</p><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.changeEmail')}</button></form><form method="post" action="${PATH}">${hidden}<button class="button" data-wide="" type="submit">${t('signIn.newCode')}</button></form>`;
  return page(visit, content, problem);
};

export const emailPage = (visit: MemberVisit): BookPage => addressPage(visit);

export const askForCode = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { t, language } = visit.context;
  const email = form.get('email');
  try {
    await visit.callApi('requestMemberEmail', { body: { email, language } });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.code === 'member_sign_in_off') return addressPage(visit, email, t('account.emailElsewhere'));
    if (error.status === 429) return addressPage(visit, email, t('signIn.tooManyTries'));
    if (error.status === 400) return addressPage(visit, email, t('account.emailNotThis'));
    throw error;
  }
  return codePage(visit, email);
};

export const changeEmail = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const [email, code] = [form.get('email'), sixDigits(form.get('code'))];
  try {
    await visit.callApi('confirmMemberEmail', { body: { email, code } });
  } catch (error) {
    const problem = error instanceof ApiRefusal ? codeProblem(visit.context, error) : undefined;
    if (problem === undefined) throw error;
    return codePage(visit, email, problem);
  }
  return { to: `${PROFILE}?saved` };
};
