import { type Part, settingsOf } from './settings-record.ts';

/** The settings of booking, in the order of what a client goes through. */
export const BOOKING: readonly Part[] = [
  {
    title: 'booking.partBooking',
    fields: settingsOf()({
      'booking.bookingWindowDays': {
        kind: 'number',
        unit: 'day',
        label: 'booking.window',
        hint: 'booking.windowHint',
        usual: '14',
      },
      'booking.bookingCutoffMinutes': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.cutoff',
        hint: 'booking.cutoffHint',
        usual: '0',
      },
      'booking.memberRequiresCredit': {
        kind: 'switch',
        label: 'booking.memberCredit',
        hint: 'booking.memberCreditHint',
        usual: true,
      },
      'booking.requireCredit': {
        kind: 'switch',
        label: 'booking.deskCredit',
        hint: 'booking.deskCreditHint',
        usual: false,
      },
      'booking.allowOverlappingBookings': {
        kind: 'switch',
        label: 'booking.overlap',
        hint: 'booking.overlapHint',
        usual: false,
      },
      'booking.maxActiveBookingsPerClient': {
        kind: 'number',
        empty: 'settings.noLimit',
        label: 'booking.maxActive',
        hint: 'booking.maxActiveHint',
        usual: '',
      },
    }),
  },
  {
    title: 'booking.partGuests',
    fields: settingsOf()({
      'booking.guestsPerBooking': {
        kind: 'number',
        label: 'booking.guests',
        hint: 'booking.guestsHint',
        usual: '0',
      },
      'booking.freeFirstVisit': {
        kind: 'switch',
        label: 'booking.freeFirst',
        hint: 'booking.freeFirstHint',
        usual: false,
        when: (draft) => draft['booking.guestsPerBooking'] !== '0',
      },
    }),
  },
  {
    title: 'booking.partCancel',
    fields: settingsOf()({
      'booking.lateCancelWindowMinutes': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.lateWindow',
        hint: 'booking.lateWindowHint',
        usual: '720',
      },
      'booking.allowMemberLateCancel': {
        kind: 'switch',
        label: 'booking.memberLate',
        hint: 'booking.memberLateHint',
        usual: true,
      },
      'booking.refundDropIns': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'automatic', label: 'booking.refundAutomatic' },
          { id: 'none', label: 'booking.refundNone' },
        ],
        label: 'booking.refundDropIns',
        hint: 'booking.refundDropInsHint',
        usual: 'automatic',
      },
    }),
  },
  {
    title: 'booking.partWaitlist',
    fields: settingsOf()({
      'booking.waitlistEnabled': {
        kind: 'switch',
        label: 'booking.waitlist',
        hint: 'booking.waitlistHint',
        usual: true,
      },
      'booking.waitlistDefaultCapacity': {
        kind: 'number',
        empty: 'settings.noLimit',
        label: 'booking.waitlistCapacity',
        hint: 'booking.waitlistCapacityHint',
        usual: '',
        when: (draft) => draft['booking.waitlistEnabled'],
      },
      'booking.waitlistPromotionMode': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'automatic', label: 'booking.promotionAutomatic' },
          { id: 'confirmation_window', label: 'booking.promotionOffer' },
          { id: 'manual', label: 'booking.promotionManual' },
        ],
        label: 'booking.promotion',
        hint: 'booking.promotionHint',
        usual: 'automatic',
        when: (draft) => draft['booking.waitlistEnabled'],
      },
      'booking.waitlistConfirmationMinutes': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.offerMinutes',
        hint: 'booking.offerMinutesHint',
        usual: '120',
        when: (draft) =>
          draft['booking.waitlistEnabled'] && draft['booking.waitlistPromotionMode'] === 'confirmation_window',
      },
      'booking.waitlistCutoffMinutes': {
        kind: 'number',
        unit: 'minute',
        empty: 'booking.asLateWindow',
        label: 'booking.waitlistCutoff',
        hint: 'booking.waitlistCutoffHint',
        usual: '',
        when: (draft) => draft['booking.waitlistEnabled'],
      },
      'booking.promotionGraceMinutes': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.grace',
        hint: 'booking.graceHint',
        usual: '60',
        when: (draft) => draft['booking.waitlistEnabled'],
      },
    }),
  },
  {
    title: 'booking.partCheckIn',
    fields: settingsOf()({
      'booking.checkInOpensMinutesBefore': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.opens',
        hint: 'booking.opensHint',
        usual: '120',
      },
      'booking.checkInClosesMinutesAfter': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.closes',
        hint: 'booking.closesHint',
        usual: '0',
      },
      'booking.autoNoShowMinutesAfterEnd': {
        kind: 'number',
        unit: 'minute',
        empty: 'settings.never',
        label: 'booking.noShow',
        hint: 'booking.noShowHint',
        usual: '',
      },
      'booking.allowReCheckIn': { kind: 'switch', label: 'booking.again', hint: 'booking.againHint', usual: false },
      'booking.maxReCheckIns': {
        kind: 'number',
        label: 'booking.againMost',
        hint: 'booking.againMostHint',
        usual: '3',
        when: (draft) => draft['booking.allowReCheckIn'],
      },
      'booking.minReCheckInGapMinutes': {
        kind: 'number',
        unit: 'minute',
        label: 'booking.againGap',
        hint: 'booking.againGapHint',
        usual: '2',
        when: (draft) => draft['booking.allowReCheckIn'],
      },
    }),
  },
  {
    title: 'booking.partTimetable',
    fields: settingsOf()({
      'booking.staffEditHours': {
        kind: 'number',
        unit: 'hour',
        label: 'booking.staffEdit',
        hint: 'booking.staffEditHint',
        usual: '24',
      },
      'booking.sessionHorizonDays': {
        kind: 'number',
        unit: 'day',
        label: 'booking.horizon',
        hint: 'booking.horizonHint',
        usual: '90',
      },
    }),
  },
];
