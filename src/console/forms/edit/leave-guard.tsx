import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { typedOnPage } from '../../ui/keys/typed.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

const isElsewhere = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);

interface AskProps {
  /** How many changes would be lost now. @param isStep whether the page itself goes on, as after a form was sent. */
  readonly countOf: (isStep: boolean) => number;
  readonly isLost: (current: Place, next: Place, isStep: boolean) => boolean;
}

/** Asks before a page is left, reloaded or closed with what is not saved. */
const AskToLeave = ({ countOf, isLost }: AskProps) => {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      const isStep = action === 'PUSH' || action === 'REPLACE';
      return isLost(current, next, isStep) && countOf(isStep) > 0;
    },
    enableBeforeUnload: () => countOf(false) > 0,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={t('edit.leaveTitle')} onClose={reset} isAlert>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('edit.leaveText', { count: Math.max(1, countOf(false)) })}</p>
        <div className="row">
          <Button variant="primary" autoFocus onPress={reset}>
            {t('edit.leaveStay')}
          </Button>
          <Button onPress={proceed}>{t('edit.leaveGo')}</Button>
        </div>
      </div>
    </Dialog>
  );
};

/** Asks before a form is left with changes that are not saved. @param count the number of changes */
export const LeaveGuard = ({ count }: { count: number }) => <AskToLeave countOf={() => count} isLost={isElsewhere} />;

/**
 * Asks before any form or dialog is left with what was entered. The frame has it with its guards, so that no form needs to; a form
 * with a guard of its own, which knows what is stored, says so by `data-guard`.
 */
export const TypingGuard = () => (
  <AskToLeave
    countOf={(isStep) => typedOnPage(!isStep)}
    // A form stays while its page changes what is in the address, such as an open panel. A dialog may be in the address: its own
    // buttons close it, and the way back would do so without a question.
    isLost={(current, next, isStep) =>
      isStep || document.querySelector('.dialog-body') === null
        ? current.pathname !== next.pathname
        : isElsewhere(current, next)
    }
  />
);
