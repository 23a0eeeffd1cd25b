import { type ReactNode, useId, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useText } from '../texts.tsx';
import { Button } from './button.tsx';

interface ConfirmProps {
  /** The button that opens the question. */
  readonly label: ReactNode;
  readonly variant?: 'quiet' | 'tinted';
  readonly isDisabled?: boolean;
  /** What the act will do, in a sentence. */
  readonly outcome: string;
  /** The button that does it: a verb with its object. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: the outcome stands beside the button that does it. */
export const ConfirmButton = ({ label, variant, isDisabled = false, outcome, confirm, onConfirm }: ConfirmProps) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const outcomeId = useId();
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="small" isDisabled={isDisabled} {...(variant === undefined ? {} : { variant })}>
        {label}
      </Button>
      <Popover className="popover question" placement="bottom start">
        <Dialog role="alertdialog" aria-labelledby={outcomeId} className="question-body">
          <p id={outcomeId}>{outcome}</p>
          <div className="row">
            <Button
              size="small"
              variant="primary"
              onPress={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {confirm}
            </Button>
            <Button size="small" variant="quiet" onPress={() => setOpen(false)}>
              {t('words.cancel')}
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
