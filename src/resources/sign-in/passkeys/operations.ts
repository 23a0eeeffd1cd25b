import type { Read } from '../../../database/database.ts';
import { publicOperations, staffOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { STAFF } from '../../demo-ids.ts';
import { shownName } from '../../instructors/view.ts';
import { Staff } from '../../staff/record.ts';
import { auditPerson, signInPerson } from '../begin.ts';
import { browserOf } from '../browser.ts';
import { afterRemoval, codesForFirst } from '../second-factor/factors.ts';
import { SignIn } from '../shapes.ts';
import { type SignInDeps, sessionOf, signInFailed } from '../state.ts';
import { ADDED, addingExample, SIGNING_OPTIONS } from './examples.ts';
import { addingOptions, checkNewPasskey, signingOptions } from './passkeys.ts';
import { DeletedStaffPasskey, StaffPasskey, staffPasskeys } from './record.ts';
import { AddPasskey, PasskeyAdded, PasskeyOptions, PasskeyOptionsRequest, PasskeySignIn } from './shapes.ts';

/** A passkey as the second factor is one of the person; alone, it is any that says who it is of. */
const optionsToSignIn = (read: Read, deps: SignInDeps, signInToken: string | undefined): object => {
  const half = signInToken === undefined ? undefined : deps.halfSignedIn.find(signInToken);
  return signingOptions(deps, half && staffPasskeys.descriptors(read, half.staffId));
};

const optionsToAdd = (read: Read, deps: SignInDeps, staffId: string): object => {
  const person = Staff.rows.find(read, staffId);
  if (person === undefined) throw new Error('nobody is signed in');
  return addingOptions(read, deps, {
    id: staffId,
    name: person.email,
    displayName: shownName(person),
    passkeys: staffPasskeys.descriptors(read, staffId),
    selection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
};

/** Signing in with a passkey alone, or as the second factor. */
export const passkeySignInOperations = (deps: SignInDeps) =>
  publicOperations(
    { tag: 'Sign-in' },
    ({ write, flow }) => [
      write(
        'POST /manage/auth/passkeys/options',
        'getPasskeyOptions',
        {
          summary: 'Create passkey sign-in options',
          description:
            'With `signInToken`, for the second factor after the password. Fails with 409 if the address does not ' +
            'use https.',
          body: PasskeyOptionsRequest,
          response: PasskeyOptions,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: SIGNING_OPTIONS },
        },
        (tx, { body }) => ({ object: 'passkey_options', publicKey: optionsToSignIn(tx, deps, body.signInToken) }),
      ),
      flow(
        'POST /manage/auth/passkeys/sign-in',
        'signInWithPasskey',
        {
          summary: 'Sign in with only a passkey',
          description:
            'The device must have verified the person by fingerprint, face, or PIN; no password is needed then.',
          body: PasskeySignIn,
          response: SignIn,
          errors: [401],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: answerOf('signIn') },
        },
        async ({ body, request }, conclude) => {
          const browser = browserOf(request, deps);
          const used = await staffPasskeys.check(deps, body.passkey, true);
          if (used === undefined) throw signInFailed();
          const { staffId } = used.row;
          return conclude((tx) => {
            if (Staff.rows.find(tx, staffId)?.status !== 'active' || !staffPasskeys.use(tx, used)) throw signInFailed();
            return signInPerson(tx, deps, staffId, browser, 'signInWithPasskey');
          });
        },
      ),
    ],
    true,
  );

export const passkeyOperations = (deps: SignInDeps) =>
  staffOperations({ tag: 'Sign-in' }, ({ list, write, flow }) => [
    list(
      'GET /manage/auth/passkeys',
      'listPasskeys',
      {
        summary: "List the caller's passkeys",
        description: 'Returns names and times; public keys are not included.',
        response: StaffPasskey.list,
      },
      (read, { caller, page }) => ({
        page: staffPasskeys.page(read, page, { ownerId: caller.actor.staffId }, null),
        view: StaffPasskey.view,
      }),
    ),
    write(
      'POST /manage/auth/passkeys/registration',
      'beginPasskey',
      {
        sensitive: true,
        summary: 'Create passkey registration options',
        description: 'Fails with 409 if the address does not use https.',
        response: PasskeyOptions,
        isInteractive: true,
        answers: { 200: addingExample(STAFF.owner, 'olivia@demo-studio.example', 'Olivia Grant') },
      },
      (tx, { caller }) => {
        sessionOf(caller);
        return { object: 'passkey_options', publicKey: optionsToAdd(tx, deps, caller.actor.staffId) };
      },
    ),
    flow(
      'POST /manage/auth/passkeys',
      'addPasskey',
      {
        givesRights: true,
        summary: 'Add a passkey',
        description: "A person's first second factor comes with recovery codes, which are shown only once.",
        body: AddPasskey,
        status: 201,
        response: PasskeyAdded,
        seesRequest: true,
        isInteractive: true,
        answers: { 201: ADDED },
      },
      async ({ caller, body, request }, conclude) => {
        sessionOf(caller);
        const { staffId } = caller.actor;
        const { address } = browserOf(request, deps);
        const credential = await checkNewPasskey(deps, staffId, body);
        return conclude((tx) => {
          const row = staffPasskeys.add(tx, staffId, body.name, credential);
          auditPerson(tx, 'addPasskey', staffId, address);
          return { ...StaffPasskey.view(row), recoveryCodes: codesForFirst(tx, deps, staffId) };
        });
      },
    ),
    write(
      'DELETE /manage/auth/passkeys/:id',
      'removePasskey',
      {
        sensitive: true,
        summary: 'Remove a passkey',
        description: 'When the last second factor is removed, the recovery codes are deleted, too.',
        response: DeletedStaffPasskey,
        errors: [404],
        seesRequest: true,
        isInteractive: true,
        answers: { 200: { id: ADDED.id, object: 'staff_passkey', deleted: true } },
      },
      (tx, { caller, id, request }) => {
        sessionOf(caller);
        const { staffId } = caller.actor;
        const removed = staffPasskeys.remove(tx, staffId, id);
        afterRemoval(tx, staffId);
        auditPerson(tx, 'removePasskey', staffId, browserOf(request, deps).address);
        return { id: removed, object: 'staff_passkey', deleted: true };
      },
    ),
  ]);
