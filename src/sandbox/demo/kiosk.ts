import { createKiosk } from '../../auth/kiosks/tokens.ts';
import type { Tx } from '../../database/database.ts';
import { KIOSKS, SITES, STAFF } from '../../resources/demo-ids.ts';
import { naming } from './naming.ts';

/** The token of the kiosk of every sandbox. */
export const SANDBOX_KIOSK = 'kt_SandboxKioskKnownToEveryone0000000000000';

/** The PIN of the kiosk, `2468`: a hash takes 30 ms of each start. */
const PIN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$yYetXvXG0WQahNhnZCzsWmPUreQZTMVr7HARDDSfLPI$s4elh664yWJ8A+k+9/4m45n2LLuqygR93vecKFOBHTA';

export const createDemoKiosk = (tx: Tx): void => {
  const door = {
    name: 'Front door',
    siteId: SITES.downtown,
    pinHash: PIN_HASH,
    createdByStaffId: STAFF.owner,
    createdByCredentialId: STAFF.owner,
  };
  createKiosk(naming(tx, KIOSKS.door), SANDBOX_KIOSK, door);
};
