import type { Part } from '../shared/specs.ts';

const SWITCH = { kind: 'switch' } as const;
const DAYS = { kind: 'number', unit: 'day' } as const;

/** The settings of packages and of members. */
export const MEMBERSHIP: readonly Part[] = [
  {
    title: 'membership.partFreeze',
    specs: [
      {
        path: 'membership.freezeAllowed',
        name: 'membership.freeze',
        hint: 'membership.freezeHint',
        type: SWITCH,
        usual: 'yes',
      },
      {
        path: 'membership.maxFreezeDaysPerYear',
        name: 'membership.freezeDays',
        hint: 'membership.freezeDaysHint',
        type: DAYS,
        usual: '60',
        when: (draft) => draft['membership.freezeAllowed'] === 'yes',
      },
      {
        path: 'membership.freezeExtendsExpiry',
        name: 'membership.freezeExtends',
        hint: 'membership.freezeExtendsHint',
        type: SWITCH,
        usual: 'yes',
        when: (draft) => draft['membership.freezeAllowed'] === 'yes',
      },
    ],
  },
  {
    title: 'membership.partEnd',
    specs: [
      {
        path: 'membership.restoreToExpiredPolicy',
        name: 'membership.restore',
        hint: 'membership.restoreHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'extend', label: 'membership.restoreExtend' },
            { id: 'forfeit', label: 'membership.restoreForfeit' },
          ],
        },
        usual: 'extend',
      },
      {
        path: 'membership.extendDays',
        name: 'membership.extendDays',
        hint: 'membership.extendDaysHint',
        type: DAYS,
        usual: '7',
        when: (draft) => draft['membership.restoreToExpiredPolicy'] === 'extend',
      },
      {
        path: 'membership.cancelFutureBookingsOnPackageCancel',
        name: 'membership.cancelBookings',
        hint: 'membership.cancelBookingsHint',
        type: SWITCH,
        usual: 'no',
      },
    ],
  },
  {
    title: 'membership.partMembers',
    specs: [
      {
        path: 'membership.requirePackageForCheckIn',
        name: 'membership.checkIn',
        hint: 'membership.checkInHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'membership.streakWeeklyTarget',
        name: 'membership.streak',
        hint: 'membership.streakHint',
        type: { kind: 'number' },
        usual: '1',
      },
    ],
  },
];
