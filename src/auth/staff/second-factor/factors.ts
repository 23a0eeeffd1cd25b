import type { Read } from '../../../database/database.ts';

const FACTORS = `select
  exists (select 1 from "staffSignIns" where "staffId" = ?1 and "totpSecret" is not null) "totp",
  (select count(*) from "staffPasskeys" where "staffId" = ?1) "passkeys",
  (select count(*) from "staffRecoveryCodes" where "staffId" = ?1) "recoveryCodesLeft"`;

/** The second factors of a person: whether there is an authenticator app, and how many passkeys and recovery codes. */
export const factorsLeft = (read: Read, staffId: string) => {
  const row = read.db.query<Record<'totp' | 'passkeys' | 'recoveryCodesLeft', number>, [string]>(FACTORS).get(staffId);
  return {
    totp: row?.totp === 1,
    passkeys: row?.passkeys ?? 0,
    recoveryCodesLeft: row?.recoveryCodesLeft ?? 0,
  };
};

/** Whether a person has a second factor. Recovery codes alone do not count. */
export const hasFactor = (read: Read, staffId: string): boolean => {
  const { totp, passkeys } = factorsLeft(read, staffId);
  return totp || passkeys > 0;
};
