import { sessionCookie } from '../../auth/staff/cookie.ts';
import { factorsLeft } from '../../auth/staff/second-factor/factors.ts';
import { beginSession, newSecret } from '../../auth/staff/sessions.ts';
import type { Read, Tx } from '../../database/database.ts';
import { WithCookies } from '../../http/operations/call.ts';
import { appendAudit } from '../../records/audit-log.ts';
import { Staff } from '../staff/record.ts';
import type { Browser } from './browser.ts';
import { takesPasskeys } from './passkeys/address.ts';
import type { SignInResponse } from './shapes.ts';
import type { SignInDeps } from './state.ts';

const SIGNED_IN: SignInResponse = { object: 'sign_in', status: 'signed_in', factors: [], signInToken: null };

/** Adds what a person did to the audit log, also where no one was signed in yet. */
export const auditPerson = (tx: Tx, type: string, staffId: string, address: string): void =>
  appendAudit(tx, {
    type,
    source: 'api',
    staffId,
    actor: staffId,
    address,
    requestId: tx.origin?.requestId ?? null,
    recordType: 'staff',
    recordId: staffId,
  });

/** Signs a person in: the session begins with a new token, whatever cookie the browser has sent. */
export const signInPerson = (
  tx: Tx,
  { secrets }: Pick<SignInDeps, 'secrets'>,
  staffId: string,
  browser: Browser,
  type: string,
): WithCookies => {
  const token = newSecret(secrets.random);
  beginSession(tx, token, staffId, browser);
  Staff.rows.update(tx, staffId, { lastLoginAt: tx.now });
  auditPerson(tx, type, staffId, browser.address);
  const { email = '' } = Staff.rows.find(tx, staffId) ?? {};
  const known = browser.known.cookieFor({ kind: 'staff', email });
  return new WithCookies(SIGNED_IN, [sessionCookie(token, browser.isSecure), known]);
};

/** The second factors with which a person continues after the password; empty if none is needed. */
const factorsOf = (read: Read, staffId: string, rootUrl: string): SignInResponse['factors'] => {
  const { totp, passkeys, recoveryCodesLeft } = factorsLeft(read, staffId);
  if (!totp && passkeys === 0) return [];
  return [
    ...(passkeys > 0 && takesPasskeys(rootUrl) ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    // Also where no code is left: otherwise who has a passkey of another address alone would need nothing.
    ...(recoveryCodesLeft > 0 || !totp ? (['recovery_code'] as const) : []),
  ];
};

/** The sign-in of a person whose password was right, and the action of its entry in the audit log. */
export interface HalfSignedIn {
  readonly staffId: string;
  readonly passwordHash: string | null;
  readonly type: string;
}

/** Signs a person in whose password was right, or asks for the second factor. */
export const afterPassword = (tx: Tx, deps: SignInDeps, half: HalfSignedIn, browser: Browser): object => {
  const factors = factorsOf(tx, half.staffId, deps.rootUrl());
  if (factors.length === 0) return signInPerson(tx, deps, half.staffId, browser, half.type);
  const signInToken = deps.halfSignedIn.begin(half);
  return { object: 'sign_in', status: 'second_factor_required', factors, signInToken } satisfies SignInResponse;
};
