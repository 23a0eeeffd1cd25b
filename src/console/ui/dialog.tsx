import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useShortcut } from '../shell/shortcuts.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Whether it asks before something that cannot be undone. */
  readonly isAlert?: boolean;
  /** Whether only its own buttons close it, since what it shows is gone then. */
  readonly stays?: boolean;
}

const FIRST_FIELD = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"]), textarea';

/** What stands in a dialog. The first field of its form has the focus, and Ctrl Enter sends the form. */
export const DialogBody = ({
  title,
  children,
  isAlert = false,
}: Pick<DialogProps, 'title' | 'children' | 'isAlert'>) => {
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    const form = body.current?.querySelector('form');
    const hasFocus = document.activeElement !== body.current && body.current?.contains(document.activeElement);
    if (!isAlert && !hasFocus) form?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [isAlert]);
  useShortcut('Control Enter', () => {
    const form = body.current?.querySelector('form');
    if (form == null) return false;
    form.requestSubmit();
  });
  return (
    <AriaDialog ref={body} className="dialog-body" role={isAlert ? 'alertdialog' : 'dialog'}>
      <Heading slot="title" level={2}>
        {title}
      </Heading>
      {children}
    </AriaDialog>
  );
};

/** A dialog over the page, for what must be decided before going on. Escape and a press beside it close it. */
export const Dialog = ({ title, children, onClose, isAlert = false, stays = false }: DialogProps) => (
  <ModalOverlay
    className="scrim"
    isOpen
    isDismissable={!stays}
    isKeyboardDismissDisabled={stays}
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Modal className="dialog">
      <DialogBody title={title} isAlert={isAlert}>
        {children}
      </DialogBody>
    </Modal>
  </ModalOverlay>
);
