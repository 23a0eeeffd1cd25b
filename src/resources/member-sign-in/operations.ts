import { publicOperations } from '../../http/operations/declare.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { signedOperations } from './agreements/manage-operations.ts';
import { agreementOperations } from './agreements/operations.ts';
import { askerOf, sendCode } from './code.ts';
import { deviceOperations } from './devices/operations.ts';
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
      about: 'How members sign in and sign up here, without another provider.',
      readableFrom: 'websites',
    },
    ({ flow }) => [
      flow(
        'POST /public-api/v2/auth/code',
        'requestMemberCode',
        {
          summary: 'Ask for a code by mail',
          description:
            'The response and its time are the same whether or not somebody has the address. The code has six digits, works ' +
            'for 10 minutes and may be tried five times by whoever has asked: with the `requestToken` of the response, or from ' +
            'the same network address. What others ask for and try ends no code. An address gets three mails, then one every ' +
            'ten minutes; a network address may ask 20 times an hour.',
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
          summary: 'Sign in with a code, a refresh token or a passkey',
          description:
            'Answers an ID token of one hour and a refresh token, or sets a cookie. A refresh token works once and gives the ' +
            'next one; used a second time, it ends the device, since somebody has a copy. An address that is of no client ' +
            'gets a token with which its owner signs up.',
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
          summary: 'Sign up with an address that a code has proved',
          description:
            'Makes a client of status lead, who is active with the first package or booking. `membership.signUp` decides: ' +
            'open, approval (the studio looks at it first), or closed (403 `sign_up_closed`). The site says which waiver, ' +
            'consent and date of birth it asks for.',
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
    ...memberPasskeyOperations(deps),
    ...agreementOperations(given),
    ...signedOperations,
    ...signUpDecisionOperations(given),
  ];
};
