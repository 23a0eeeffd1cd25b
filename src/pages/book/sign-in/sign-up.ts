import { fullName } from '../../../kernel/full-name.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import type { BookContext } from '../layout.ts';
import { ApiRefusal } from '../messages.ts';
import { BOOK_PATH } from '../paths.ts';
import type { Form, PageResult, Visit } from '../visit.ts';
import { GATES } from './address.ts';
import { type Details, detailsPage, emptyDetails, openSites, type Problems } from './details.ts';
import { gateMessage, gatePath, nextOf } from './gate.ts';
import { afterSignIn } from './passkey.ts';

export const waitsPage = (context: BookContext): PageResult => {
  const { t } = context;
  return gateMessage(context, t('signIn.waitsTitle'), t('signIn.waits'), BOOK_PATH, t('book.toTimetable'));
};

const closedPage = (context: BookContext): PageResult => {
  const { t } = context;
  return gateMessage(context, t('signIn.closedTitle'), t('signIn.closed'), BOOK_PATH, t('book.toTimetable'));
};

/** The second step, for a proven address that is new. */
export const firstDetails = (context: BookContext, next: string, token: string): PageResult => {
  if (openSites(context).length === 0) return closedPage(context);
  return detailsPage(context, { next, token, details: emptyDetails(context) });
};

const detailsIn = (context: BookContext, form: Form): Details => {
  const sites = openSites(context);
  const siteId = form.get('siteId');
  return {
    firstName: form.get('firstName'),
    lastName: form.get('lastName'),
    dateOfBirth: form.get('dateOfBirth'),
    guardianName: form.get('guardianName'),
    siteId: sites.some(({ id }) => id === siteId) ? siteId : emptyDetails(context).siteId,
    hasWaiver: form.get('waiver') === '1',
    hasConsent: form.get('consent') === '1',
    hasNews: form.get('news') === '1',
  };
};

const bodyOf = ({ language }: BookContext, details: Details, form: Form) => {
  const { firstName, lastName, dateOfBirth, guardianName, siteId, hasWaiver, hasConsent, hasNews } = details;
  const waiver = { version: form.get('waiverVersion'), name: fullName(details) };
  return {
    signUpToken: form.get('signUpToken'),
    siteId,
    firstName,
    lastName,
    language,
    asCookie: true,
    ...(dateOfBirth === '' ? {} : { dateOfBirth }),
    ...(guardianName === '' ? {} : { guardianName }),
    ...(hasWaiver ? { waiver } : {}),
    ...(hasConsent ? { consent: { version: form.get('consentVersion') } } : {}),
    ...(hasNews ? { marketing: true } : {}),
  };
};

const wordsOf = ({ t }: BookContext): Readonly<Record<string, string>> => ({
  firstName: t('signIn.fillIn'),
  lastName: t('signIn.fillIn'),
  dateOfBirth: t('signIn.wholeDate'),
  guardianName: t('signIn.needsGuardian'),
  waiver: t('signIn.agreeFirst'),
  consent: t('signIn.agreeFirst'),
});

const problemsOf = (context: BookContext, { details, param }: ApiRefusal): Problems => {
  const words = wordsOf(context);
  const params = [...details.map((detail) => detail.param), param].flatMap((each) => each?.split('.')[0] ?? []);
  return Object.fromEntries(params.flatMap((each) => (words[each] === undefined ? [] : [[each, words[each]]])));
};

/** Whether the chosen site has other texts than the one whose texts were shown. */
const hasOtherTexts = ({ read }: BookContext, shownFor: string, siteId: string): boolean => {
  if (shownFor === siteId) return false;
  const [shown, chosen] = [shownFor, siteId].map((each) => membershipSettings(read, each));
  return !Bun.deepEquals([shown?.waiver, shown?.consent], [chosen?.waiver, chosen?.consent]);
};

export const signUp = async (visit: Visit, form: Form): Promise<PageResult> => {
  const { context, callApi } = visit;
  const { t } = context;
  const [next, token, details] = [nextOf(visit, form), form.get('signUpToken'), detailsIn(context, form)];
  if (details.siteId === '') return closedPage(context);
  const unread = { ...details, hasWaiver: false, hasConsent: false };
  if (hasOtherTexts(context, form.get('shownFor'), details.siteId)) {
    return detailsPage(context, { next, token, details: unread, problem: t('signIn.otherTexts') });
  }
  try {
    const body = bodyOf(context, details, form);
    const { status } = await callApi('signMemberUp', { body });
    return status === 'approval_pending' ? waitsPage(context) : afterSignIn(next, form.get('offers'));
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.code === 'sign_up_closed') return closedPage(context);
    if (error.code === 'agreement_changed') {
      return detailsPage(context, { next, token, details: unread, problem: t('signIn.otherTexts') });
    }
    if (error.code === 'sign_up_expired') {
      const again = gatePath(GATES['sign-up'], next);
      return gateMessage(context, t('signIn.expiredTitle'), t('signIn.expired'), again, t('signIn.sendCode'));
    }
    if (error.status !== 400) throw error;
    return detailsPage(context, {
      next,
      token,
      details,
      problems: problemsOf(context, error),
      problem: t('signIn.lookAgain'),
    });
  }
};
