import { createKnownBrowsers } from '../../auth/known-browsers.ts';
import { createPasswords } from '../../auth/staff/passwords/passwords.ts';
import { createPending } from '../../auth/staff/pending.ts';
import { createChallenges } from '../../auth/staff/second-factor/challenges.ts';
import { createThrottle } from '../../auth/staff/throttle.ts';
import type { StaffCaller, StaffSession } from '../../kernel/caller.ts';
import { forbidden, invalidParam, Problem } from '../../kernel/problem.ts';
import type { MemberPorts } from '../member-sign-in/ports.ts';
import type { MailPorts } from '../messages/ports.ts';
import type { Program } from '../program.ts';
import type { MachinePorts } from '../system/port.ts';
import type { HalfSignedIn } from './begin.ts';
import type { RequestPorts } from './browser.ts';
import type { SetupPorts } from './setup/ports.ts';

/** What the operations of this family share besides: it is in memory, and gone with a restart. */
export const createSignInState = ({ store, secrets, rootUrl }: Pick<Program, 'store' | 'secrets' | 'rootUrl'>) => ({
  passwords: createPasswords(),
  /** For people who are signed in, and for browsers that are known: strangers who come in numbers do not make them wait. */
  knownPasswords: createPasswords(),
  knownBrowsers: createKnownBrowsers({ ...secrets, rootUrl }),
  throttle: createThrottle(store.clock),
  /** People whose password was right, and who send their second factor next. */
  halfSignedIn: createPending<HalfSignedIn>(secrets.random, store.clock),
  passkeyChallenges: createChallenges(secrets.random, store.clock),
});

type SignInState = ReturnType<typeof createSignInState>;

/** What the operations of this family need of the program. */
export interface SignInProgram
  extends Pick<Program, 'store' | 'rootUrl' | 'secrets' | 'reactions' | 'reportError' | 'report'>,
    Pick<MachinePorts, 'appliance'>,
    Pick<RequestPorts, 'requests'>,
    Pick<MailPorts, 'writeToStaff'>,
    MemberPorts,
    SetupPorts {}

export interface SignInDeps extends SignInProgram, SignInState {}

/** 401, the same for an unknown email, a wrong password, and a person who may not sign in. */
export const signInFailed = (): Problem =>
  new Problem(401, 'sign_in_failed', 'The email or password is wrong. Check both, then try again.');

/** 400 for a password that is sent again and is wrong. */
export const passwordWrong = (param: string): Problem =>
  invalidParam(param, 'The password is wrong. Check it, then try again.', 'password_wrong');

/** The session of a person. @throws Problem 403 for an API key. */
export const sessionOf = ({ session }: StaffCaller): StaffSession => {
  if (session !== undefined) return session;
  throw forbidden('Only a signed-in person can call this. An API key has no session and no password.');
};
