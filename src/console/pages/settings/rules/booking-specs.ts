import type { Unit } from '../../../typed/read-length.ts';
import type { Part } from '../shared/specs.ts';

const SWITCH = { kind: 'switch' } as const;
const number = (unit?: Unit) => ({ kind: 'number' as const, ...(unit === undefined ? {} : { unit }) });
const isYes = (path: string) => (draft: Readonly<Record<string, string>>) => draft[path] === 'yes';

/** The settings of booking, in the order of what a client goes through. */
export const BOOKING: readonly Part[] = [
  {
    title: 'booking.partBooking',
    specs: [
      {
        path: 'booking.bookingWindowDays',
        name: 'booking.window',
        hint: 'booking.windowHint',
        type: number('day'),
        usual: '14',
      },
      {
        path: 'booking.bookingCutoffMinutes',
        name: 'booking.cutoff',
        hint: 'booking.cutoffHint',
        type: number('minute'),
        usual: '0',
      },
      {
        path: 'booking.memberRequiresCredit',
        name: 'booking.memberCredit',
        hint: 'booking.memberCreditHint',
        type: SWITCH,
        usual: 'yes',
      },
      {
        path: 'booking.requireCredit',
        name: 'booking.deskCredit',
        hint: 'booking.deskCreditHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'booking.allowOverlappingBookings',
        name: 'booking.overlap',
        hint: 'booking.overlapHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'booking.maxActiveBookingsPerClient',
        name: 'booking.maxActive',
        hint: 'booking.maxActiveHint',
        type: { kind: 'number', empty: 'settings.noLimit' },
        usual: '',
      },
    ],
  },
  {
    title: 'booking.partCancel',
    specs: [
      {
        path: 'booking.lateCancelWindowMinutes',
        name: 'booking.lateWindow',
        hint: 'booking.lateWindowHint',
        type: number('minute'),
        usual: '720',
      },
      {
        path: 'booking.allowMemberLateCancel',
        name: 'booking.memberLate',
        hint: 'booking.memberLateHint',
        type: SWITCH,
        usual: 'yes',
      },
      {
        path: 'booking.refundDropIns',
        name: 'booking.refundDropIns',
        hint: 'booking.refundDropInsHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'automatic', label: 'booking.refundAutomatic' },
            { id: 'none', label: 'booking.refundNone' },
          ],
        },
        usual: 'automatic',
      },
    ],
  },
  {
    title: 'booking.partWaitlist',
    specs: [
      {
        path: 'booking.waitlistEnabled',
        name: 'booking.waitlist',
        hint: 'booking.waitlistHint',
        type: SWITCH,
        usual: 'yes',
      },
      {
        path: 'booking.waitlistDefaultCapacity',
        name: 'booking.waitlistCapacity',
        hint: 'booking.waitlistCapacityHint',
        type: { kind: 'number', empty: 'settings.noLimit' },
        usual: '',
        when: isYes('booking.waitlistEnabled'),
      },
      {
        path: 'booking.waitlistPromotionMode',
        name: 'booking.promotion',
        hint: 'booking.promotionHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'automatic', label: 'booking.promotionAutomatic' },
            { id: 'confirmation_window', label: 'booking.promotionOffer' },
            { id: 'manual', label: 'booking.promotionManual' },
          ],
        },
        usual: 'automatic',
        when: isYes('booking.waitlistEnabled'),
      },
      {
        path: 'booking.waitlistConfirmationMinutes',
        name: 'booking.offerMinutes',
        hint: 'booking.offerMinutesHint',
        type: number('minute'),
        usual: '120',
        when: (draft) =>
          draft['booking.waitlistEnabled'] === 'yes' &&
          draft['booking.waitlistPromotionMode'] === 'confirmation_window',
      },
      {
        path: 'booking.waitlistCutoffMinutes',
        name: 'booking.waitlistCutoff',
        hint: 'booking.waitlistCutoffHint',
        type: { kind: 'number', unit: 'minute', empty: 'booking.asLateWindow' },
        usual: '',
        when: isYes('booking.waitlistEnabled'),
      },
      {
        path: 'booking.promotionGraceMinutes',
        name: 'booking.grace',
        hint: 'booking.graceHint',
        type: number('minute'),
        usual: '60',
        when: isYes('booking.waitlistEnabled'),
      },
    ],
  },
  {
    title: 'booking.partCheckIn',
    specs: [
      {
        path: 'booking.checkInOpensMinutesBefore',
        name: 'booking.opens',
        hint: 'booking.opensHint',
        type: number('minute'),
        usual: '120',
      },
      {
        path: 'booking.checkInClosesMinutesAfter',
        name: 'booking.closes',
        hint: 'booking.closesHint',
        type: number('minute'),
        usual: '0',
      },
      {
        path: 'booking.autoNoShowMinutesAfterEnd',
        name: 'booking.noShow',
        hint: 'booking.noShowHint',
        type: { kind: 'number', unit: 'minute', empty: 'settings.never' },
        usual: '',
      },
      {
        path: 'booking.allowReCheckIn',
        name: 'booking.again',
        hint: 'booking.againHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'booking.maxReCheckIns',
        name: 'booking.againMost',
        hint: 'booking.againMostHint',
        type: number(),
        usual: '3',
        when: isYes('booking.allowReCheckIn'),
      },
      {
        path: 'booking.minReCheckInGapMinutes',
        name: 'booking.againGap',
        hint: 'booking.againGapHint',
        type: number('minute'),
        usual: '2',
        when: isYes('booking.allowReCheckIn'),
      },
    ],
  },
  {
    title: 'booking.partTimetable',
    specs: [
      {
        path: 'booking.staffEditHours',
        name: 'booking.staffEdit',
        hint: 'booking.staffEditHint',
        type: number('hour'),
        usual: '24',
      },
      {
        path: 'booking.sessionHorizonDays',
        name: 'booking.horizon',
        hint: 'booking.horizonHint',
        type: number('day'),
        usual: '90',
      },
    ],
  },
];
