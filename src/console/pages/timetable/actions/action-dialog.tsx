import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

interface ActionDialogProps {
  readonly title: string;
  /** What will happen; undefined until the server has said it. */
  readonly outcome: ReactNode | undefined;
  /** Why the server could not say it. */
  readonly asking: { readonly error: Error | null; readonly retry: () => void };
  readonly act: string;
  readonly keep: string;
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  /** Why the act was refused. */
  readonly error: Error | null;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done with a class that repeats. The act waits for what the server says of it. */
export const ActionDialog = (props: ActionDialogProps) => {
  const { title, outcome, asking, act, keep, isDanger = false, isPending, error, onAct, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        {asking.error !== null && <LoadError error={asking.error} onRetry={asking.retry} />}
        {outcome === undefined && asking.error === null && <SkeletonRows />}
        {outcome}
        <ActionError error={error} />
        <div className="row" data-wrap="">
          {outcome !== undefined && (
            <Button variant={isDanger ? 'danger' : 'primary'} isPending={isPending} onPress={onAct}>
              {act}
            </Button>
          )}
          <Button onPress={onClose}>{keep}</Button>
        </div>
      </div>
    </Dialog>
  );
};
