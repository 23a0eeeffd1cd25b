import { type Part, settingsOf } from './settings-record.ts';

/** The settings of packages and of members. */
export const MEMBERSHIP: readonly Part[] = [
  {
    title: 'membership.partFreeze',
    fields: settingsOf()({
      'membership.freezeAllowed': {
        kind: 'switch',
        label: 'membership.freeze',
        hint: 'membership.freezeHint',
        usual: true,
      },
      'membership.maxFreezeDaysPerYear': {
        kind: 'number',
        unit: 'day',
        label: 'membership.freezeDays',
        hint: 'membership.freezeDaysHint',
        usual: '60',
        when: (draft) => draft['membership.freezeAllowed'],
      },
      'membership.freezeExtendsExpiry': {
        kind: 'switch',
        label: 'membership.freezeExtends',
        hint: 'membership.freezeExtendsHint',
        usual: true,
        when: (draft) => draft['membership.freezeAllowed'],
      },
    }),
  },
  {
    title: 'membership.partEnd',
    fields: settingsOf()({
      'membership.restoreToExpiredPolicy': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'extend', label: 'membership.restoreExtend' },
          { id: 'forfeit', label: 'membership.restoreForfeit' },
        ],
        label: 'membership.restore',
        hint: 'membership.restoreHint',
        usual: 'extend',
      },
      'membership.extendDays': {
        kind: 'number',
        unit: 'day',
        label: 'membership.extendDays',
        hint: 'membership.extendDaysHint',
        usual: '7',
        when: (draft) => draft['membership.restoreToExpiredPolicy'] === 'extend',
      },
      'membership.cancelFutureBookingsOnPackageCancel': {
        kind: 'switch',
        label: 'membership.cancelBookings',
        hint: 'membership.cancelBookingsHint',
        usual: false,
      },
    }),
  },
  {
    title: 'membership.partMembers',
    fields: settingsOf()({
      'membership.requirePackageForCheckIn': {
        kind: 'switch',
        label: 'membership.checkIn',
        hint: 'membership.checkInHint',
        usual: false,
      },
      'membership.streakWeeklyTarget': {
        kind: 'number',
        label: 'membership.streak',
        hint: 'membership.streakHint',
        usual: '1',
      },
    }),
  },
];
