import { type Account, accountOfEmail } from '../../auth/staff/sign-in-rows.ts';
import type { Read } from '../../database/database.ts';
import type { StaffCaller } from '../../kernel/caller.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { Problem } from '../../kernel/problem.ts';
import { Staff, type StaffRow } from '../staff/record.ts';
import type { Browser } from './browser.ts';
import { passwordWrong, type SignInDeps, signInFailed } from './state.ts';

/** What tells whether somebody may sign in, now. */
const activeAccount = (read: Read, email: string): Account | undefined => {
  const account = accountOfEmail(read, email);
  return account?.status === 'active' ? account : undefined;
};

/**
 * Checks an email and a password. An unknown email takes as long as a wrong password: both compute one hash.
 * @param key by which the wrong passwords of the address are counted.
 * @returns the account; it may change before the session begins.
 * @throws Problem 401 `sign_in_failed`, 429 `rate_limited`.
 */
export const checkPassword = async (
  { store, throttle, passwords }: SignInDeps,
  given: { readonly email: string; readonly password: string },
  key: string,
): Promise<Account> => {
  const email = storedEmail(given.email);
  const attempt = throttle.begin(email, key);
  try {
    const account = activeAccount(store.view(), email);
    const isRight = await passwords.verify(given.password, account?.passwordHash);
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
 * Checks the password that a person who is signed in gives again. Returns the person.
 * @throws Problem 400 `password_wrong`, 429 `rate_limited`.
 */
export const checkOwnPassword = async (
  deps: SignInDeps,
  { actor }: StaffCaller,
  password: string,
  { key }: Browser,
  param: string,
): Promise<StaffRow> => {
  const person = Staff.rows.find(deps.store.view(), actor.staffId);
  if (person === undefined) throw passwordWrong(param);
  try {
    await checkPassword(deps, { email: person.email, password }, key);
  } catch (error) {
    throw error instanceof Problem && error.status === 401 ? passwordWrong(param) : error;
  }
  return person;
};
