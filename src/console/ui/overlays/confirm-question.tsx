import { type RefObject, useId } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';

interface ConfirmQuestionProps {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly outcome: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const ConfirmQuestion = ({ trigger, outcome, confirm, onConfirm, onClose }: ConfirmQuestionProps) => {
  const t = useText();
  const outcomeId = useId();
  return (
    <Popover
      className="popover question"
      trigger="DialogTrigger"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
    >
      <Dialog role="alertdialog" aria-labelledby={outcomeId} className="question-body stack">
        <p id={outcomeId}>{outcome}</p>
        <div className="row">
          <Button
            size="small"
            variant="primary"
            onPress={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
          <Button size="small" variant="quiet" onPress={onClose}>
            {t('words.cancel')}
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
};
