import { endedCookie } from '../../auth/staff/cookie.ts';
import { requireStrong } from '../../auth/staff/passwords/new-password.ts';
import { confirmSession, endSession } from '../../auth/staff/sessions.ts';
import { storePassword } from '../../auth/staff/sign-in-rows.ts';
import { CONFIRMED_MS } from '../../http/operations/authorize.ts';
import { WithCookies } from '../../http/operations/call.ts';
import { publicOperations, staffOperations } from '../../http/operations/declare.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { afterPassword, auditPerson, signInPerson } from './begin.ts';
import { browserOf } from './browser.ts';
import { forgottenOperations } from './forgotten/operations.ts';
import { invitationOperations, openInvitationOperations } from './invitations/operations.ts';
import { meView, updateMe } from './me.ts';
import { passkeyOperations, passkeySignInOperations } from './passkeys/operations.ts';
import { checkOwnPassword, checkPassword, requireUnchanged } from './password.ts';
import { factorOperations, secondFactorOperations } from './second-factor/operations.ts';
import { sessionOperations } from './sessions/operations.ts';
import { setupOperations } from './setup/operations.ts';
import {
  ChangePassword,
  Me,
  PasswordConfirmed,
  PasswordRequest,
  SignedOut,
  SignIn,
  SignInRequest,
  UpdateMe,
} from './shapes.ts';
import { createSignInState, type SignInDeps, type SignInProgram, sessionOf } from './state.ts';

/** The account of every sandbox. */
const DEMO_ACCOUNT = { email: 'olivia@demo-studio.example', password: 'sandbox password' };

/** Signing in, without a credential. */
const publicSide = (deps: SignInDeps) =>
  publicOperations(
    { tag: 'Sign-in', about: 'How staff sign in to the console, and what it shows them.' },
    ({ flow }) => [
      flow(
        'POST /manage/auth/sign-in',
        'signIn',
        {
          summary: 'Sign in with email and password',
          description:
            'The response sets a session cookie. The session ends after 12 hours without a request, and after 14 ' +
            'days in any case. After five wrong passwords for an account, a network address has to wait before it ' +
            'can try that account again: 30 seconds, then twice as long each time, up to 15 minutes. A browser in ' +
            'which the person has signed in before is counted separately. The response and its timing are the same ' +
            'whether or not the email exists.',
          body: SignInRequest,
          response: SignIn,
          errors: [401, 429],
          seesRequest: true,
          limitedBy: 'address',
          example: { body: DEMO_ACCOUNT },
        },
        async ({ body, request }, conclude) => {
          const browser = browserOf(request, deps);
          const account = await checkPassword(deps, body, browser);
          return conclude((tx) => {
            requireUnchanged(tx, body.email, account);
            return afterPassword(tx, deps, { ...account, type: 'signIn' }, browser);
          });
        },
      ),
    ],
    true,
  );

/** What a person does who is signed in. */
const ownSide = (deps: SignInDeps) =>
  staffOperations({ tag: 'Sign-in' }, ({ read, write, flow }) => [
    write(
      'POST /manage/auth/sign-out',
      'signOut',
      {
        summary: 'Sign out of this browser',
        description: 'From now on, requests with its cookie return 401, even with a copy of the cookie.',
        response: SignedOut,
        seesRequest: true,
      },
      (tx, { caller, request }) => {
        const { address, isSecure } = browserOf(request, deps);
        endSession(tx, sessionOf(caller).id);
        auditPerson(tx, 'signOut', caller.actor.staffId, address);
        return new WithCookies({ object: 'sign_out', signedOut: true }, [endedCookie(isSecure)]);
      },
    ),
    flow(
      'POST /manage/auth/confirm-password',
      'confirmPassword',
      {
        summary: 'Confirm the password',
        description:
          'Sensitive operations, such as those on keys, secrets, exports, and owners, fail with 403 ' +
          '`password_required` if the password was entered more than 15 minutes ago.',
        body: PasswordRequest,
        response: PasswordConfirmed,
        errors: [429],
        example: { body: { password: DEMO_ACCOUNT.password } },
      },
      async ({ caller, body }, conclude) => {
        const { id } = sessionOf(caller);
        await checkOwnPassword(deps, caller, body.password, 'password');
        return conclude((tx) => {
          confirmSession(tx, id);
          return { object: 'password_confirmation', confirmedUntil: isoInstant(tx.nowMs + CONFIRMED_MS) };
        });
      },
    ),
    flow(
      'POST /manage/auth/password',
      'changePassword',
      {
        givesRights: true,
        summary: 'Change the password',
        description: "All of the person's sessions end, and this browser gets a new one.",
        body: ChangePassword,
        response: SignIn,
        errors: [429],
        seesRequest: true,
        example: {
          body: { currentPassword: DEMO_ACCOUNT.password, newPassword: 'three green bicycles' },
        },
      },
      async ({ caller, body, request }, conclude) => {
        const browser = browserOf(request, deps);
        const { staffId } = caller.actor;
        const person = await checkOwnPassword(deps, caller, body.currentPassword, 'currentPassword');
        requireStrong('newPassword', body.newPassword, person);
        const hash = await deps.passwords.hash(body.newPassword);
        return conclude((tx) => {
          storePassword(tx, staffId, hash);
          return signInPerson(tx, deps, staffId, browser, 'changePassword');
        });
      },
    ),
    read(
      'GET /manage/me',
      'getMe',
      {
        summary: 'Retrieve the caller and their permissions',
        description: 'The person, their permissions in effect, their sites, and what every console page needs.',
        response: Me,
      },
      (tx, { caller }) => meView(tx, caller, deps.appliance.environment),
    ),
    write(
      'PATCH /manage/me',
      'updateMe',
      {
        summary: "Update the caller's console preferences",
        description: 'Fields you omit are kept. Preferences follow the person to every browser.',
        body: UpdateMe,
        response: Me,
        example: { body: { theme: 'dark', language: 'de' } },
      },
      (tx, { caller, body }) => {
        updateMe(tx, caller, body);
        return meView(tx, caller, deps.appliance.environment);
      },
    ),
  ]);

/** Signing in, and what follows from it (console.md "People"). */
export const signInOperations = (given: SignInProgram) => {
  const deps: SignInDeps = { ...given, ...createSignInState(given) };
  return [
    ...publicSide(deps),
    ...setupOperations(deps),
    ...forgottenOperations(deps),
    ...invitationOperations(deps),
    ...openInvitationOperations(deps),
    ...sessionOperations(),
    ...secondFactorOperations(deps),
    ...factorOperations(deps),
    ...passkeySignInOperations(deps),
    ...passkeyOperations(deps),
    ...ownSide(deps),
  ];
};
