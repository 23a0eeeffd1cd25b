import { lazy, Suspense, useEffect, useState } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

export interface ToastText {
  /** What happened. */
  readonly text: string;
  /** The name of the act, such as Undo. */
  readonly act?: string | undefined;
  readonly onAct?: (() => void) | undefined;
}

/** What is said, the newest last. */
export const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 1 });

const SHORT_MS = 5_000;
const UNDO_MS = 10_000;

/** What `Z` undoes: the act of the last toast, while it may still be undone. */
let lastUndo: (() => void) | undefined;

/** Says what happened, for 5 s. */
export const say = (text: string): void => {
  queue.add({ text }, { timeout: SHORT_MS });
};

/** What is said of bookings, by the key of its toast. */
const saidOf = new Map<string, readonly string[]>();

/** Says what happened and offers to undo it, for 10 s. @param about the ids of what it is said of. */
export const sayWithUndo = (text: string, undo: () => void, act?: string, about: readonly string[] = []): void => {
  const onAct = (): void => {
    queue.close(key);
    undo();
  };
  const onClose = (): void => {
    saidOf.delete(key);
    if (lastUndo === onAct) lastUndo = undefined;
  };
  const key = queue.add({ text, act, onAct }, { timeout: UNDO_MS, onClose });
  saidOf.set(key, about);
  lastUndo = onAct;
};

/** Takes back what is said of something that is undone. */
export const unsayOf = (ids: readonly string[]): void => {
  for (const [key, about] of saidOf) if (about.some((id) => ids.includes(id))) queue.close(key);
};

/** Undoes the last act, if it can still be undone. Returns whether there was an act. */
export const undoLast = (): boolean => {
  const undo = lastUndo;
  undo?.();
  return undo !== undefined;
};

const Region = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastPlace }));

/** Where toasts appear, from the first one on: beside the desk bar; on a narrow screen at the bottom. */
export const Toasts = () => {
  const [isNeeded, setNeeded] = useState(queue.visibleToasts.length > 0);
  useEffect(() => queue.subscribe(() => setNeeded(true)), []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <Region queue={queue} />
    </Suspense>
  );
};
