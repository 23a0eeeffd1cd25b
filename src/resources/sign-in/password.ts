import { sessionOfToken } from '../../auth/staff/sessions.ts';
import { type Account, accountOfEmail, findSignIn } from '../../auth/staff/sign-in-rows.ts';
import { byAsker, type Lane, sharedBy } from '../../auth/staff/throttle.ts';
import type { Read } from '../../database/database.ts';
import type { StaffCaller } from '../../kernel/caller.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { Staff, type StaffRow } from '../staff/record.ts';
import type { Browser } from './browser.ts';
import { passwordWrong, type SignInDeps, sessionOf, signInFailed } from './state.ts';

/** What decides whether someone may sign in now. */
const activeAccount = (read: Read, email: string): Account | undefined => {
  const account = accountOfEmail(read, email);
  return account?.status === 'active' ? account : undefined;
};

/** Wrong passwords of strangers from one network address, for any account: some computers share it. */
const fromNetwork = sharedBy(30, MINUTE_MS);
/** Wrong passwords of strangers for one account, from anywhere. */
const ofAccount = sharedBy(30, 2 * MINUTE_MS);

/**
 * What strangers do, from the same network or in numbers, does not slow down a browser that the person has signed in with.
 * @returns by what it is known; undefined for a stranger's.
 */
export const knownAs = (
  read: Read,
  { known, sessionToken }: Pick<Browser, 'known' | 'sessionToken'>,
  { email, staffId }: { readonly email: string; readonly staffId: string | undefined },
): string | undefined => {
  if (known.knows({ kind: 'staff', email })) return known.id;
  const session = sessionToken === undefined ? undefined : sessionOfToken(read, sessionToken);
  return session !== undefined && session.staffId === staffId ? session.id : undefined;
};

/**
 * Checks an email and a password. An unknown email takes as long as a wrong password: both compute one hash.
 * @returns the account; it may change before the session begins.
 * @throws Problem 401 `sign_in_failed`, 429 `rate_limited`.
 */
export const checkPassword = async (
  deps: SignInDeps,
  given: { readonly email: string; readonly password: string },
  browser: Browser,
): Promise<Account> => {
  const { store, throttle } = deps;
  const email = storedEmail(given.email);
  const account = activeAccount(store.view(), email);
  const known = knownAs(store.view(), browser, { email, staffId: account?.staffId });
  const lanes: readonly Lane[] =
    known === undefined
      ? [byAsker('password', email, browser.key), fromNetwork('passwords', browser.key), ofAccount('password', email)]
      : [byAsker('password', email, 'known', known)];
  const attempt = throttle.begin(lanes);
  try {
    const { verify } = known === undefined ? deps.passwords : deps.knownPasswords;
    const isRight = await verify(given.password, account?.passwordHash);
    if (account === undefined || !isRight) {
      attempt.failed();
      throw signInFailed();
    }
    attempt.succeeded();
    return account;
  } finally {
    attempt.ended();
  }
};

/** @throws Problem, by default 401 `sign_in_failed`, when the account has changed since its password was checked. */
export const requireUnchanged = (
  read: Read,
  email: string,
  { staffId, passwordHash }: Pick<Account, 'staffId' | 'passwordHash'>,
  problem = signInFailed,
): void => {
  const account = activeAccount(read, email);
  if (account?.staffId !== staffId || account.passwordHash !== passwordHash) throw problem();
};

/**
 * Checks the password that a person who is signed in gives again. Wrong ones are counted for the session alone, so that
 * no one else keeps the person from what is sensitive. Returns the person.
 * @throws Problem 400 `password_wrong`, 403, 429 `rate_limited`.
 */
export const checkOwnPassword = async (
  deps: SignInDeps,
  caller: StaffCaller,
  password: string,
  param: string,
): Promise<StaffRow> => {
  const attempt = deps.throttle.begin([byAsker('session', sessionOf(caller).id)]);
  try {
    const read = deps.store.view();
    const person = Staff.rows.find(read, caller.actor.staffId);
    const { passwordHash } = findSignIn(read, caller.actor.staffId) ?? {};
    const isRight = await deps.knownPasswords.verify(password, passwordHash);
    if (person === undefined || !isRight) {
      attempt.failed();
      throw passwordWrong(param);
    }
    attempt.succeeded();
    return person;
  } finally {
    attempt.ended();
  }
};
