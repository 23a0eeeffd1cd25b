import { invalidParam } from '../../../kernel/problem.ts';
import type { SetContentStatusBody } from '../shapes.ts';
import type { ProgressColumns } from '../tables.ts';

/** A status before anything has happened; `not_started` sets it too, except the number of completions. */
export const NOT_STARTED: ProgressColumns = {
  status: 'not_started',
  progressPercent: 0,
  positionSeconds: 0,
  startedAt: null,
  completedAt: null,
  lastViewedAt: null,
  completionCount: 0,
};

export interface Advance {
  readonly isCompleted?: boolean;
  readonly progressPercent?: number | undefined;
  readonly positionSeconds?: number | undefined;
}

/** The progress never decreases, and a completed entry stays completed. `now` is an instant. */
export const advanced = (before: ProgressColumns, by: Advance, now: string): ProgressColumns => {
  const wasCompleted = before.status === 'completed';
  const isCompleted = wasCompleted || by.isCompleted === true;
  return {
    status: isCompleted ? 'completed' : 'in_progress',
    progressPercent: isCompleted ? 100 : Math.max(before.progressPercent, by.progressPercent ?? 0),
    positionSeconds: by.positionSeconds ?? before.positionSeconds,
    startedAt: before.startedAt ?? now,
    completedAt: isCompleted && !wasCompleted ? now : before.completedAt,
    lastViewedAt: now,
    completionCount: before.completionCount + (isCompleted && !wasCompleted ? 1 : 0),
  };
};

/** @throws Problem 400 for a body that sets nothing, or that clears the progress and sets it too. */
export const requireMeaning = ({ status, progressPercent, positionSeconds, rating }: SetContentStatusBody): void => {
  if (status === undefined && progressPercent === undefined && positionSeconds === undefined && rating === undefined) {
    const message = "Send at least one of 'status', 'progressPercent', 'positionSeconds', and 'rating'.";
    throw invalidParam('status', message, 'parameter_missing');
  }
  if (status !== 'not_started') return;
  for (const [param, value] of Object.entries({ progressPercent, positionSeconds })) {
    if (value === undefined || value === 0) continue;
    throw invalidParam(param, `'not_started' sets '${param}' to 0. Leave it out, or send another status.`, {
      reason: 'not_accepted',
    });
  }
};
