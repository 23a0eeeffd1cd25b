import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import type { BookingSettings } from '../../settings/shapes.ts';

/**
 * The last instant, epoch ms, at which a waitlist promotes without staff: its cut-off is the late-cancel window unless
 * set, so that nobody gets a seat that they can no longer cancel free of charge.
 */
export const cutoffOf = (startTime: string, settings: BookingSettings): number =>
  Date.parse(startTime) - (settings.waitlistCutoffMinutes ?? settings.lateCancelWindowMinutes) * MINUTE_MS;

/** Until when, an instant, a client promoted at `nowMs` may cancel free of charge. */
export const graceEnd = (nowMs: number, { promotionGraceMinutes }: BookingSettings): string =>
  isoInstant(nowMs + promotionGraceMinutes * MINUTE_MS);

/** When, an instant, an offer made at `nowMs` expires: after the time to confirm, and at the cut-off at the latest. */
export const offerEnd = (nowMs: number, startTime: string, settings: BookingSettings): string =>
  isoInstant(Math.min(nowMs + settings.waitlistConfirmationMinutes * MINUTE_MS, cutoffOf(startTime, settings)));
