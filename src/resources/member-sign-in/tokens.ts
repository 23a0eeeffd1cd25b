import { codesFor } from '../../auth/members/own/codes.ts';
import { rotateToken } from '../../auth/members/own/devices.ts';
import { byAsker, type Lane, sharedBy } from '../../auth/staff/throttle.ts';
import type { WithCookies } from '../../http/operations/call.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { invalidParam } from '../../kernel/problem.ts';
import type { PasskeyResponse } from '../sign-in/passkeys/passkeys.ts';
import { askerOf, tryCode } from './code.ts';
import { memberPasskeys } from './passkeys/record.ts';
import type { SignInResult, TokenBody } from './shapes.ts';
import { APPROVAL_PENDING, admissionOf, type Begun, type Device, signClientIn, signedInResponse } from './sign-in.ts';
import { codeExpired, codeWrong, type MemberSignInDeps, passkeyFailed, refreshTokenInvalid } from './state.ts';

type Answer = SignInResult | WithCookies;

interface GivenCode {
  readonly email: string;
  readonly code: string;
  readonly requestToken: string | undefined;
}

/** Wrong codes for one address of those who have not asked for one, from anywhere. */
const ofStrangers = sharedBy(10, 10 * MINUTE_MS);

const byCode = async (deps: MemberSignInDeps, given: GivenCode, device: Device) => {
  const { requestToken } = given;
  const email = storedEmail(given.email);
  const code = given.code.replace(/\D/g, '');
  const asker = askerOf(deps, { email, requestToken }, device);
  const isKnown = device.known.knows({ kind: 'member', email });
  const { by } = codesFor(deps.store.view(), email, asker);
  // A stranger must not keep a member from signing in, nor a clumsy guest all others in the room.
  const lanes = ((): readonly Lane[] => {
    if (isKnown) return [byAsker('code', email, 'known', device.known.id ?? '')];
    if (by === 'secret') return [byAsker('code', email, 'request', requestToken ?? '')];
    const ofNetwork = byAsker('code', email, device.key);
    return by === 'network' ? [ofNetwork] : [ofNetwork, ofStrangers('code', email)];
  })();
  const attempt = deps.throttle.begin(lanes);
  try {
    const tried = await deps.store.write((tx) => tryCode(tx, deps, { email, code, asker, isKnown }, device));
    if (tried.outcome === 'expired' || tried.outcome === 'wrong') {
      const left = attempt.failed();
      if (tried.outcome === 'expired') throw codeExpired();
      const triesLeft = tried.triesLeft ?? left;
      if (triesLeft === 0 && requestToken !== undefined) deps.limits.endRequest(requestToken);
      throw codeWrong(triesLeft);
    }
    attempt.succeeded();
    return tried.outcome === 'answered' ? tried.response : await signedInResponse(deps, tried.begun, device);
  } finally {
    attempt.ended();
  }
};

const byRefreshToken = async (deps: MemberSignInDeps, given: string, { known }: Device): Promise<Answer> => {
  const rotated = await deps.store.write((tx) => rotateToken(tx, deps.secrets.random, given));
  if (rotated.outcome !== 'rotated') throw refreshTokenInvalid();
  const { device, token } = rotated;
  return signedInResponse(deps, { clientId: device.clientId, deviceId: device.id, token }, { kind: 'app', known });
};

/** Signs in with a passkey. @throws Problem 401 `sign_in_failed`. */
const byPasskey = async (deps: MemberSignInDeps, passkey: PasskeyResponse, device: Device): Promise<Answer> => {
  const used = await memberPasskeys.check(deps, passkey, true);
  if (used === undefined) throw passkeyFailed();
  const { clientId } = used.row;
  const begun = await deps.store.write((tx): Begun | 'pending' | undefined => {
    const admission = admissionOf(tx, clientId);
    if (admission === 'pending') return admission;
    if (admission === 'archived' || !memberPasskeys.use(tx, used)) return undefined;
    return signClientIn(tx, deps, clientId, device);
  });
  if (begun === undefined) throw passkeyFailed();
  return begun === 'pending' ? APPROVAL_PENDING : signedInResponse(deps, begun, device);
};

/**
 * Signs in by what a body has.
 * @throws Problem 400; 401 `member_code_wrong`, `member_code_expired`, `refresh_token_invalid` or `sign_in_failed`; 429.
 */
export const signInBy = async (deps: MemberSignInDeps, body: TokenBody, device: Device): Promise<Answer> => {
  const { email, code, refreshToken, passkey, requestToken } = body;
  const given = [code, refreshToken, passkey].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw invalidParam('code', "Send one of 'code' with 'email', 'refreshToken', and 'passkey'.", 'parameter_missing');
  }
  if (passkey !== undefined) return byPasskey(deps, passkey, device);
  if (refreshToken !== undefined) return byRefreshToken(deps, refreshToken, device);
  if (email === undefined || code === undefined) {
    throw invalidParam('email', "Send the address the code was sent to in 'email'.", 'parameter_missing');
  }
  return byCode(deps, { email, code, requestToken }, device);
};
