import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import type { LineRule } from '../../sessions/shapes.ts';
import type { BookingSettings } from '../../settings/shapes.ts';

/** The last instant (epoch ms) for promotions: by default the late-cancel window, so that a seat can be given back. */
export const cutoffOf = (startTime: string, settings: BookingSettings): number =>
  Date.parse(startTime) - (settings.waitlistCutoffMinutes ?? settings.lateCancelWindowMinutes) * MINUTE_MS;

export const graceEnd = (nowMs: number, { promotionGraceMinutes }: BookingSettings): string =>
  isoInstant(nowMs + promotionGraceMinutes * MINUTE_MS);

/** When, an instant, an offer made at `nowMs` expires: after the time to confirm, and at the cut-off at the latest. */
export const offerEnd = (nowMs: number, startTime: string, settings: BookingSettings): string =>
  isoInstant(Math.min(nowMs + settings.waitlistConfirmationMinutes * MINUTE_MS, cutoffOf(startTime, settings)));

/** How free seats go to those in line, and until when, as members see it. */
export const lineRule = (startTime: string, settings: BookingSettings): LineRule => {
  const { waitlistPromotionMode: mode, waitlistConfirmationMinutes, promotionGraceMinutes } = settings;
  return {
    mode,
    holdMinutes: mode === 'confirmation_window' ? waitlistConfirmationMinutes : null,
    until: mode === 'manual' ? startTime : isoInstant(cutoffOf(startTime, settings)),
    graceMinutes: promotionGraceMinutes,
  };
};
