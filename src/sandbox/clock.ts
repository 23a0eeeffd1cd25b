import { Type } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import { parseBody, readUntypedText } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { validatorFor } from '../http/validation.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { invalidParam } from '../kernel/problem.ts';
import { instant, object, optional } from '../kernel/schemas.ts';
import type { Timeline } from '../kernel/timer.ts';

/** The furthest move of one request: every job that is due in between runs. */
const MAX_MOVE_MS = 400 * DAY_MS;

const Move = validatorFor(object({ advance: optional(Type.String()), at: optional(instant()) }));

const clockResponse = (time: Timeline) => ({ object: 'sandbox_clock', now: isoInstant(time.now()), mode: time.mode });

const addDuration = (now: number, duration: string): number => {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
    return start.add(Temporal.Duration.from(duration)).epochMilliseconds;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidParam('advance', `'${duration}' is not an ISO 8601 duration. Send a duration such as PT61S or P1D.`);
  }
};

const requestedTime = (now: number, { advance, at }: { advance?: string; at?: string }) => {
  if (advance !== undefined && at === undefined) return { param: 'advance', target: addDuration(now, advance) };
  if (at !== undefined && advance === undefined) return { param: 'at', target: epochOf(at) };
  throw invalidParam('advance', "Send either 'advance', such as PT61S, or 'at', an instant.", 'parameter_missing');
};

/** The time, epoch ms, to which a request moves the clock. */
const targetOf = (now: number, body: { advance?: string; at?: string }): number => {
  const { param, target } = requestedTime(now, body);
  if (target < now) throw invalidParam(param, 'The clock can only move forward. POST /sandbox/reset starts again.');
  if (target - now > MAX_MOVE_MS) throw invalidParam(param, 'Move the clock at most 400 days at a time.');
  return target;
};

/** `GET /sandbox/clock` and `POST /sandbox/clock` (contract/appliance.md "Sandbox only"). */
export const clockRoutes = (time: Timeline): AnyElysia => {
  let last: Promise<unknown> = Promise.resolve();
  /** Moves run one after the other; each starts from the time at which the one before it ended. */
  const move = async (request: Request) => {
    const body = parseBody(await readUntypedText(request), Move);
    const moved = last.then(() => time.moveTo(targetOf(time.now(), body)));
    last = moved.catch(() => undefined);
    await moved;
    return clockResponse(time);
  };
  return (
    router('')
      .get('/clock', () => clockResponse(time))
      // `curl -d` sends JSON as a form, so the content type is ignored. Elysia maps rejections of async handlers only.
      .post('/clock', async ({ request }) => move(request), { parse: 'none' })
  );
};
