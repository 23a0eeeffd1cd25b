import {
  Text as AriaText,
  Button,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  type UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useText } from '../texts.tsx';
import type { ToastText } from './toasts.tsx';

/** Toasts, one at a time. */
export const ToastPlace = ({ queue }: { queue: ToastQueue<ToastText> }) => {
  const t = useText();
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t('shell.latest')}>
      {({ toast }) => (
        <Toast toast={toast} className="toast">
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
