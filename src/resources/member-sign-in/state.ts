import { createKnownBrowsers } from '../../auth/known-browsers.ts';
import { createCodeHash } from '../../auth/members/own/codes.ts';
import { createChallenges } from '../../auth/staff/second-factor/challenges.ts';
import { createThrottle } from '../../auth/staff/throttle.ts';
import { conflict, Problem } from '../../kernel/problem.ts';
import type { Program } from '../program.ts';
import type { RequestPorts } from '../sign-in/browser.ts';
import { createMailLimits } from '../sign-in/forgotten/limits.ts';
import type { MemberPorts, MemberSignIn } from './ports.ts';

/** What the operations of this family share besides: it is in memory, and gone with a restart. */
export const createMemberSignInState = ({
  store,
  secrets,
  rootUrl,
}: Pick<Program, 'store' | 'secrets' | 'rootUrl'>) => ({
  hashOf: createCodeHash(secrets.seal),
  limits: createMailLimits(secrets.random, store.clock),
  knownBrowsers: createKnownBrowsers({ ...secrets, rootUrl }),
  throttle: createThrottle(store.clock),
  mailThrottle: createThrottle(store.clock, 'requests'),
  passkeyChallenges: createChallenges(secrets.random, store.clock),
});

/** What the operations of this family need of the program. */
export interface MemberSignInProgram
  extends Pick<Program, 'store' | 'rootUrl' | 'secrets' | 'reportError' | 'reactions'>,
    Pick<RequestPorts, 'requests'>,
    MemberPorts {}

export interface MemberSignInDeps extends MemberSignInProgram, ReturnType<typeof createMemberSignInState> {}

/** @throws Problem 409 `member_sign_in_off`. */
export const requireOn = ({ memberSignIn }: MemberSignInDeps): MemberSignIn => {
  if (memberSignIn !== undefined) return memberSignIn;
  throw conflict(
    'member_sign_in_off',
    'Members cannot sign in here: no mail server is set up, or the operator has turned sign-in off with STUDIOD_MEMBER_SIGN_IN. ' +
      'Use the sign-in provider of the studio.',
  );
};

/** 401, the same for a code that is used up or expired, and for an address for which no one has asked for one. */
export const codeExpired = (): Problem =>
  new Problem(401, 'member_code_expired', 'The code for this address is no longer valid. Request a new one.');

export const codeWrong = (triesLeft: number): Problem => {
  const rest = triesLeft === 1 ? '1 attempt is' : `${triesLeft} attempts are`;
  return new Problem(401, 'member_code_wrong', `This is not the code from the latest email. ${rest} left.`, {
    details: [{ param: 'code', code: 'member_code_wrong', message: `${rest} left.`, triesLeft }],
  });
};

export const refreshTokenInvalid = (): Problem =>
  new Problem(
    401,
    'refresh_token_invalid',
    'This refresh token is unknown, was already used, or has expired. Have the member sign in again.',
  );

export const passkeyFailed = (): Problem =>
  new Problem(401, 'sign_in_failed', 'This passkey is unknown here. Sign in with a code.');
