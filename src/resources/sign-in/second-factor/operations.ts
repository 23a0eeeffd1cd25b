import { byAsker, sharedBy } from '../../../auth/staff/throttle.ts';
import type { Tx } from '../../../database/database.ts';
import { publicOperations, staffOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { invalidParam, Problem } from '../../../kernel/problem.ts';
import { Staff } from '../../staff/record.ts';
import { auditPerson, signInPerson } from '../begin.ts';
import { type Browser, browserOf } from '../browser.ts';
import { RECOVERY_CODES } from '../passkeys/examples.ts';
import { staffPasskeys } from '../passkeys/record.ts';
import { knownAs, requireUnchanged } from '../password.ts';
import { SignIn } from '../shapes.ts';
import { type SignInDeps, sessionOf } from '../state.ts';
import { beginTotp, confirmTotp, factorView, removeTotp, replaceCodes, takesFactor } from './factors.ts';
import { SecondFactor, SecondFactorRequest, TotpCode, TotpSetup } from './shapes.ts';

const factorFailed = (): Problem =>
  new Problem(401, 'second_factor_failed', 'This code is wrong or was already used. Enter the one the app shows now.');

const signInExpired = (): Problem =>
  new Problem(401, 'sign_in_expired', 'The password was entered too long ago. Start again with the password.');

/** Wrong codes for a person from anywhere, of browsers that no one knows: three codes of a million are right at any time. */
const ofPerson = sharedBy(10, 10 * MINUTE_MS);

/** By what the codes of someone are counted whose password was right. A passkey cannot be guessed. */
const lanesOf = (deps: SignInDeps, staffId: string, browser: Browser) => {
  const read = deps.store.view();
  const known = knownAs(read, browser, { email: Staff.rows.find(read, staffId)?.email ?? '', staffId });
  return known === undefined
    ? [byAsker('second factor', staffId, browser.key), ofPerson('second factor', staffId)]
    : [byAsker('second factor', staffId, 'known', known)];
};

const FACTOR = {
  object: 'second_factor',
  totp: true,
  passkeys: 0,
  recoveryCodesLeft: RECOVERY_CODES.length,
  recoveryCodes: RECOVERY_CODES,
};

export const secondFactorOperations = (deps: SignInDeps) =>
  publicOperations(
    { tag: 'Sign-in' },
    ({ flow }) => [
      flow(
        'POST /manage/auth/second-factor',
        'giveSecondFactor',
        {
          summary: 'Complete sign-in with a second factor',
          description:
            'Send one of `code`, `recoveryCode`, or `passkey` within five minutes of the password. After five ' +
            'wrong codes, the network address has to wait before it can try this account again, as with wrong ' +
            'passwords.',
          body: SecondFactorRequest,
          response: SignIn,
          errors: [401, 429],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: answerOf('signIn') },
        },
        async ({ body, request }, conclude) => {
          const browser = browserOf(request, deps);
          const { signInToken, code, recoveryCode, passkey } = body;
          if ([code, recoveryCode, passkey].filter((each) => each !== undefined).length !== 1) {
            throw invalidParam('code', "Send one of 'code', 'recoveryCode' and 'passkey'.", 'parameter_missing');
          }
          const half = deps.halfSignedIn.find(signInToken);
          if (half === undefined) throw signInExpired();
          const { staffId, type } = half;
          const attempt = deps.throttle.begin(passkey === undefined ? lanesOf(deps, staffId, browser) : []);
          try {
            const used = passkey === undefined ? undefined : await staffPasskeys.check(deps, passkey, false);
            const isOwn = (tx: Tx): boolean => used?.row.staffId === staffId && staffPasskeys.use(tx, used);
            const concluded = await conclude((tx) => {
              requireUnchanged(tx, Staff.rows.find(tx, staffId)?.email ?? '', half, signInExpired);
              const isTaken =
                passkey === undefined ? takesFactor(tx, deps, staffId, { code, recoveryCode }) : isOwn(tx);
              if (!isTaken) throw factorFailed();
              return signInPerson(tx, deps, staffId, browser, type);
            });
            attempt.succeeded();
            deps.halfSignedIn.end(signInToken);
            return concluded;
          } catch (error) {
            if (error instanceof Problem && error.code === 'second_factor_failed') attempt.failed();
            throw error;
          } finally {
            attempt.ended();
          }
        },
      ),
    ],
    true,
  );

export const factorOperations = (deps: SignInDeps) =>
  staffOperations({ tag: 'Sign-in' }, ({ write }) => [
    write(
      'POST /manage/auth/totp',
      'beginTotp',
      {
        sensitive: true,
        summary: 'Start setting up an authenticator app',
        description:
          'Show `uri` as a QR code. The app takes effect once one of its codes is confirmed; an earlier app works ' +
          'until then.',
        response: TotpSetup,
      },
      (tx, { caller }) => {
        sessionOf(caller);
        return beginTotp(tx, deps, caller.actor.staffId);
      },
    ),
    write(
      'POST /manage/auth/totp/confirm',
      'confirmTotp',
      {
        summary: 'Confirm the authenticator app with a code',
        description: "A person's first second factor comes with recovery codes, which are shown only once.",
        body: TotpCode,
        response: SecondFactor,
        seesRequest: true,
        isInteractive: true,
        answers: { 200: FACTOR },
      },
      (tx, { caller, body, request }) => {
        sessionOf(caller);
        const { staffId } = caller.actor;
        const codes = confirmTotp(tx, deps, staffId, body.code);
        auditPerson(tx, 'confirmTotp', staffId, browserOf(request, deps).address);
        return factorView(tx, staffId, codes);
      },
    ),
    write(
      'DELETE /manage/auth/totp',
      'removeTotp',
      {
        sensitive: true,
        summary: 'Remove the authenticator app',
        description: 'When the last second factor is removed, the recovery codes are deleted, too.',
        response: SecondFactor,
        seesRequest: true,
      },
      (tx, { caller, request }) => {
        sessionOf(caller);
        const { staffId } = caller.actor;
        removeTotp(tx, staffId);
        auditPerson(tx, 'removeTotp', staffId, browserOf(request, deps).address);
        return factorView(tx, staffId, null);
      },
    ),
    write(
      'POST /manage/auth/recovery-codes',
      'replaceRecoveryCodes',
      {
        sensitive: true,
        summary: 'Replace the recovery codes',
        description:
          'Each code signs in once in place of the second factor. Fails with 409 if there is no second factor.',
        response: SecondFactor,
        seesRequest: true,
        isInteractive: true,
        answers: { 200: FACTOR },
      },
      (tx, { caller, request }) => {
        sessionOf(caller);
        const { staffId } = caller.actor;
        const codes = replaceCodes(tx, deps, staffId);
        auditPerson(tx, 'replaceRecoveryCodes', staffId, browserOf(request, deps).address);
        return factorView(tx, staffId, codes);
      },
    ),
  ]);
