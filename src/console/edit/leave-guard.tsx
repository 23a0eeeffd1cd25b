import { useBlocker } from '@tanstack/react-router';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

const isElsewhere = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);

/** Asks before a form is left with changes that are not saved. @param count the number of changes */
export const LeaveGuard = ({ count }: { count: number }) => {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => count > 0 && isElsewhere(current, next),
    enableBeforeUnload: () => count > 0,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={t('edit.leaveTitle')} onClose={reset} isAlert>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('edit.leaveText', { count })}</p>
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
