import { factorsLeft, hasFactor } from '../../../auth/staff/second-factor/factors.ts';
import {
  newRecoveryCodes,
  removeRecoveryCodes,
  storeRecoveryCodes,
  useRecoveryCode,
} from '../../../auth/staff/second-factor/recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../../../auth/staff/second-factor/totp.ts';
import { changeSignIn, findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { conflict, forbidden, invalidParam } from '../../../kernel/problem.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Staff } from '../../staff/record.ts';
import type { SignInDeps } from '../state.ts';

type Secrets = Pick<SignInDeps, 'secrets'>;

/** The second factors of a person, with new recovery codes if there are any. */
export const factorView = (read: Read, staffId: string, recoveryCodes: readonly string[] | null) => ({
  object: 'second_factor',
  ...factorsLeft(read, staffId),
  recoveryCodes,
});

/** Gives a person recovery codes who has none: otherwise a lost phone would lock them out. */
export const codesForFirst = (tx: Tx, { secrets }: Secrets, staffId: string): readonly string[] | null =>
  factorsLeft(tx, staffId).recoveryCodesLeft > 0 ? null : renewCodes(tx, secrets, staffId);

const renewCodes = (tx: Tx, { random }: SignInDeps['secrets'], staffId: string): readonly string[] => {
  const codes = newRecoveryCodes(random);
  storeRecoveryCodes(tx, staffId, codes);
  return codes;
};

/** New recovery codes in place of the earlier ones. @throws Problem 409 `second_factor_missing`. */
export const replaceCodes = (tx: Tx, { secrets }: Secrets, staffId: string): readonly string[] => {
  if (hasFactor(tx, staffId)) return renewCodes(tx, secrets, staffId);
  throw conflict('second_factor_missing', 'Recovery codes require two-step sign-in. Set it up first.');
};

/** What follows when a factor was removed. @throws Problem 403 `second_factor_required` where it was the last one. */
export const afterRemoval = (tx: Tx, staffId: string): void => {
  if (hasFactor(tx, staffId)) return;
  if (brandSettings(tx).requireSecondFactor) {
    throw forbidden(
      'This studio requires two-step sign-in. Set up another method before you remove the last one.',
      'second_factor_required',
    );
  }
  removeRecoveryCodes(tx, staffId);
};

/** Begins to set an app up: its secret counts once a code of it has come. */
export const beginTotp = (tx: Tx, { secrets: { seal, random } }: Secrets, staffId: string) => {
  const secret = newTotpSecret(random);
  changeSignIn(tx, staffId, { newTotpSecret: seal.seal(secret) });
  const email = Staff.rows.find(tx, staffId)?.email ?? '';
  return { object: 'totp_setup', secret, uri: totpAddress(secret, brandSettings(tx).name, email) };
};

/** Ends it with a code of the app. @throws Problem 400 `code_wrong`, 409 `second_factor_missing`. */
export const confirmTotp = (tx: Tx, deps: Secrets, staffId: string, code: string): readonly string[] | null => {
  const sealed = findSignIn(tx, staffId)?.newTotpSecret ?? null;
  if (sealed === null) {
    throw conflict('second_factor_missing', 'There is nothing to confirm. Start with POST /manage/auth/totp.');
  }
  const totpStep = stepOfCode(deps.secrets.seal.open(sealed), code, tx.nowMs, null);
  if (totpStep === undefined) {
    throw invalidParam('code', 'This is not the code the app shows now. Enter the next one.', 'code_wrong');
  }
  changeSignIn(tx, staffId, { totpSecret: sealed, newTotpSecret: null, totpStep });
  return codesForFirst(tx, deps, staffId);
};

/** Forgets the app. Doing it again changes nothing. @throws Problem 403 `second_factor_required`. */
export const removeTotp = (tx: Tx, staffId: string): void => {
  if ((findSignIn(tx, staffId)?.totpSecret ?? null) === null) return;
  changeSignIn(tx, staffId, { totpSecret: null, newTotpSecret: null, totpStep: null });
  afterRemoval(tx, staffId);
};

/** Whether a code is the one of the app now; it works once. */
const takesCode = (tx: Tx, { secrets }: Secrets, staffId: string, code: string): boolean => {
  const row = findSignIn(tx, staffId);
  if (row === undefined || row.totpSecret === null) return false;
  const totpStep = stepOfCode(secrets.seal.open(row.totpSecret), code, tx.nowMs, row.totpStep);
  if (totpStep === undefined) return false;
  changeSignIn(tx, staffId, { totpStep });
  return true;
};

/** Whether a person has given a second factor, which is used up where it works once. */
export const takesFactor = (
  tx: Tx,
  deps: Secrets,
  staffId: string,
  { code, recoveryCode }: { readonly code?: string | undefined; readonly recoveryCode?: string | undefined },
): boolean => {
  if (code !== undefined) return takesCode(tx, deps, staffId, code);
  return recoveryCode !== undefined && useRecoveryCode(tx, staffId, recoveryCode);
};
