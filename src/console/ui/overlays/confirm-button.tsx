import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { loadedLater } from './loaded-later.ts';

const ConfirmQuestion = loadedLater(async () => (await import('./confirm-question.tsx')).ConfirmQuestion);

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

/**
 * A button for what cannot be undone: the outcome is beside the button that does it. The question is loaded later: with what lies over
 * a page, the library brings its menus.
 */
export const ConfirmButton = ({ label, variant, isDisabled = false, outcome, confirm, onConfirm }: ConfirmProps) => {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={trigger}
        size="small"
        isDisabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
        {...(variant === undefined ? {} : { variant })}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConfirmQuestion
            trigger={trigger}
            outcome={outcome}
            confirm={confirm}
            onConfirm={onConfirm}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
