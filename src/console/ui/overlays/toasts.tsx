import {
  Text as AriaText,
  Button,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useText } from '../../base/texts.tsx';

interface ToastText {
  readonly text: string;
  /** The name of the act, such as Undo. */
  readonly act?: string | undefined;
  readonly onAct?: (() => void) | undefined;
}

/** What is shown: one toast, or none. */
export const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 1 });

const SHORT_MS = 5_000;
const UNDO_MS = 10_000;

/** What `Z` undoes: the act of the last toast, while it may still be undone. */
let lastUndo: (() => void) | undefined;

/** What was shown last. */
let lastKey = '';

/** Shows a toast in place of the one before, which would else come back, with its time afresh. Returns its key. */
const show = (toast: ToastText, timeout: number, onClose?: () => void): string => {
  queue.close(lastKey);
  lastKey = queue.add(toast, { timeout, ...(onClose === undefined ? {} : { onClose }) });
  return lastKey;
};

/** Says what happened, for 5 s. */
export const say = (text: string): void => {
  show({ text }, SHORT_MS);
};

/** What is shown for bookings, by the key of its toast. */
const saidOf = new Map<string, readonly string[]>();

/** Says what happened and offers to undo it, for 10 s. @param about the ids of what it is shown for. */
export const sayWithUndo = (text: string, undo: () => void, act?: string, about: readonly string[] = []): void => {
  const onAct = (): void => {
    queue.close(key);
    undo();
  };
  const onClose = (): void => {
    saidOf.delete(key);
    if (lastUndo === onAct) lastUndo = undefined;
  };
  const key = show({ text, act, onAct }, UNDO_MS, onClose);
  saidOf.set(key, about);
  lastUndo = onAct;
};

/** Takes back what is shown for something that is undone. */
export const unsayOf = (ids: readonly string[]): void => {
  for (const [key, about] of saidOf) if (about.some((id) => ids.includes(id))) queue.close(key);
};

/** Undoes the last act, if it can still be undone. Returns whether there was an act. */
export const undoLast = (): boolean => {
  const undo = lastUndo;
  undo?.();
  return undo !== undefined;
};

/** Where toasts appear, one at a time: beside the desk bar; on a narrow screen at the bottom. */
export const Toasts = () => {
  const t = useText();
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t('shell.latest')}>
      {({ toast }) => (
        <Toast toast={toast} className="toast row">
          <ToastContent>
            <AriaText slot="title">{toast.content.text}</AriaText>
          </ToastContent>
          {toast.content.onAct !== undefined && (
            <Button className="button" data-variant="quiet" data-size="small" onPress={toast.content.onAct}>
              {toast.content.act ?? t('words.undo')} <kbd>Z</kbd>
            </Button>
          )}
        </Toast>
      )}
    </ToastRegion>
  );
};
