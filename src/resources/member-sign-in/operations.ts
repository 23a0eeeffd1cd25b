import { publicOperations } from '../../http/operations/declare.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { signedOperations } from './agreements/manage-operations.ts';
import { agreementOperations } from './agreements/operations.ts';
import { askerOf, sendCode } from './code.ts';
import { deviceOperations } from './devices/operations.ts';
import { memberEmailOperations } from './email/operations.ts';
import { SIGNED_IN } from './examples.ts';
import { memberPasskeyOperations, memberPasskeySignInOperations } from './passkeys/operations.ts';
import { MemberCodeRequest, MemberCodeRequested, MemberSignInResponse, MemberTokenRequest } from './shapes.ts';
import { deviceOf, signedInResponse } from './sign-in.ts';
import { signUpDecisionOperations } from './sign-up/operations.ts';
import { MemberSignUp } from './sign-up/shapes.ts';
import { signUp } from './sign-up/sign-up.ts';
import { createMemberSignInState, type MemberSignInDeps, type MemberSignInProgram, requireOn } from './state.ts';
import { signInBy } from './tokens.ts';

/** Signing in, without a credential. */
const publicSide = (deps: MemberSignInDeps) =>
  publicOperations(
    {
      tag: 'Member sign-in',
      about: 'How members sign in and sign up on this server, without an external provider.',
      readableFrom: 'websites',
    },
    ({ flow }) => [
      flow(
        'POST /public-api/v2/auth/code',
        'requestMemberCode',
        {
          summary: 'Request a sign-in code by email',
          description:
            'The response and its timing are the same whether or not the email exists. The code has six digits, ' +
            'works for 10 minutes, and can be tried five times by whoever requested it: with the `requestToken` in ' +
            'the response, or from the same network address. Requests and attempts by others do not invalidate a ' +
            'code. Each email address gets up to three emails, then one every ten minutes; each network address ' +
            'can make 20 requests an hour.',
          body: MemberCodeRequest,
          status: 202,
          response: MemberCodeRequested,
          errors: [409, 429],
          seesRequest: true,
          limitedBy: 'address',
          example: { body: { email: 'dana.rivera@members.example' } },
        },
        async ({ body, request }, conclude) => {
          requireOn(deps);
          const email = storedEmail(body.email);
          const device = deviceOf(request, deps);
          const known = device.known.knows({ kind: 'member', email }) ? device.known.id : undefined;
          const asking = { network: device.key, email, known, requestToken: body.requestToken };
          const { isMailed, requestToken } = deps.limits.count(asking);
          const concluded = await conclude(() => ({ object: 'member_code_request', isRequested: true, requestToken }));
          // Nothing is looked up before the response is made, whose time says nothing.
          if (isMailed) {
            deps.store
              .write<void>((tx) => {
                const asker = askerOf(deps, { email, requestToken }, device);
                sendCode(tx, deps, { email, language: body.language, asker });
              })
              .catch((error: unknown) => deps.reportError(error, 'the mail with a code'));
          }
          return concluded;
        },
      ),
      flow(
        'POST /public-api/v2/auth/token',
        'createMemberToken',
        {
          summary: 'Sign in with a code, refresh token, or passkey',
          description:
            'Returns an ID token valid for one hour and a refresh token, or sets a cookie. A refresh token works ' +
            'once and returns the next one; if it is used again, the device is signed out, because the token must ' +
            'have been copied. An email that belongs to no client gets a token to sign up with.',
          body: MemberTokenRequest,
          response: MemberSignInResponse,
          errors: [401, 409, 429],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: SIGNED_IN },
        },
        async ({ body, request }, conclude) => {
          requireOn(deps);
          const response = await signInBy(deps, body, deviceOf(request, deps, body.asCookie));
          return conclude(() => response);
        },
      ),
      flow(
        'POST /public-api/v2/auth/sign-up',
        'signMemberUp',
        {
          summary: 'Sign up with an email verified by a code',
          description:
            'Creates a client with the status lead, who becomes active with the first package or booking. ' +
            '`membership.signUp` decides: open, approval (the studio approves it first), or closed (403 ' +
            '`sign_up_closed`). The site says which waiver, consent, and date of birth are required.',
          body: MemberSignUp,
          response: MemberSignInResponse,
          errors: [401, 409],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: SIGNED_IN },
        },
        async ({ body, request }, conclude) => {
          requireOn(deps);
          const device = deviceOf(request, deps, body.asCookie);
          const done = await deps.store.write((tx) => signUp(tx, deps, body, device));
          const response = 'token' in done ? await signedInResponse(deps, done, device) : done;
          return conclude(() => response);
        },
      ),
    ],
    true,
  );

/** How members sign in here, and what follows from it (member-page.md "Signing in"). */
export const memberSignInOperations = (given: MemberSignInProgram) => {
  const deps: MemberSignInDeps = { ...given, ...createMemberSignInState(given) };
  return [
    ...publicSide(deps),
    ...memberPasskeySignInOperations(deps),
    ...deviceOperations(deps),
    ...memberEmailOperations(deps),
    ...memberPasskeyOperations(deps),
    ...agreementOperations(given),
    ...signedOperations,
    ...signUpDecisionOperations(given),
  ];
};
