import { expiredCodes } from '../../auth/members/own/codes.ts';
import { endDevicesOf, idleDevices } from '../../auth/members/own/devices.ts';
import { removeSignUp } from '../../auth/members/own/sign-ups.ts';
import { hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { memberSignInOperations } from './operations.ts';

export const memberSignIn = {
  operations: [memberSignInOperations],
  jobs: [
    { name: 'expired codes', period: hourly(26), run: ({ sweep }: Program) => sweep(expiredCodes) },
    { name: 'idle devices', period: hourly(27), run: ({ sweep }: Program) => sweep(idleDevices) },
  ],
  reactions: () => ({
    clientArchived(tx, clientId) {
      endDevicesOf(tx, clientId);
      removeSignUp(tx, clientId);
    },
  }),
} satisfies Family;
