import { useRef } from 'react';
import { ApiError } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs, useNow } from '../../base/time/now.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';

const SECOND_MS = 1_000;

/** The seconds that are left of a wait that the server wants; undefined where it wants no wait. */
const useSecondsLeft = (error: Error | null): number | undefined => {
  const now = useNow(SECOND_MS);
  const seen = useRef<{ readonly error: Error; readonly at: number }>(undefined);
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === undefined) return undefined;
  if (seen.current?.error !== error) seen.current = { error, at: nowMs() };
  return Math.max(0, Math.ceil((seen.current.at + error.retryAfter * SECOND_MS - now) / SECOND_MS));
};

interface GateErrorProps {
  readonly error: Error | null;
  /** The words for the error, in place of the words of the server. */
  readonly text?: string | undefined;
}

/** Why someone was not signed in. After too many tries it counts the seconds; a screen reader says them once. */
export const GateError = ({ error, text }: GateErrorProps) => {
  const t = useText();
  const textOf = useErrorText();
  const left = useSecondsLeft(error);
  if (error === null) return null;
  if (left === undefined) {
    return (
      <p className="error" role="alert">
        {text ?? textOf(error)}
      </p>
    );
  }
  const wait = (seconds: number): string => (seconds > 0 ? t('gate.wait', { count: seconds }) : t('gate.waited'));
  return (
    <>
      <p className="error" aria-hidden="true">
        {wait(left)}
      </p>
      <p className="visually-hidden" role="alert">
        {wait(left > 0 && error instanceof ApiError ? (error.retryAfter ?? 0) : 0)}
      </p>
    </>
  );
};
