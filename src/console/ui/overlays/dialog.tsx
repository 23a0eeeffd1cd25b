import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';
import { InDialog, useShortcut } from '../keys/shortcuts.ts';
import { typedIn } from '../keys/typed.ts';

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

/** Asks, in the dialog itself, before what was entered in it is lost. */
const AskToClose = ({ onStay, onClose }: { onStay: () => void; onClose: () => void }) => {
  const t = useText();
  return (
    <div className="notice ask-to-close" data-tone="caution" role="alert">
      <div className="text">
        <b>{t('edit.leaveTitle')}</b>
        <div className="row" data-wrap="">
          <Button size="small" variant="primary" autoFocus onPress={onStay}>
            {t('edit.leaveStay')}
          </Button>
          <Button size="small" onPress={onClose}>
            {t('edit.leaveGo')}
          </Button>
        </div>
      </div>
    </div>
  );
};

type BodyProps = Pick<DialogProps, 'title' | 'children' | 'isAlert'> & {
  /** The question whether to close it, first. */
  readonly question?: ReactNode;
  readonly bodyRef?: RefObject<HTMLElement | null>;
};

/** What is in a dialog. The first field of its form has the focus, and Ctrl Enter sends the form. */
export const DialogBody = ({ title, children, isAlert = false, question, bodyRef }: BodyProps) => {
  const own = useRef<HTMLElement>(null);
  const body = bodyRef ?? own;
  useEffect(() => {
    const form = body.current?.querySelector('form');
    const hasFocus = document.activeElement !== body.current && body.current?.contains(document.activeElement);
    if (!isAlert && !hasFocus) form?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [isAlert, body]);
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
      <InDialog value={body}>
        {question}
        {children}
      </InDialog>
    </AriaDialog>
  );
};

/**
 * A dialog over the page, for what must be decided before going on. Escape and a press beside it close it, unless something was
 * entered: then a press beside it does nothing, and Escape asks.
 */
export const Dialog = ({ title, children, onClose, isAlert = false, stays = false }: DialogProps) => {
  const body = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  /** What had the focus when it was asked, and has it again. */
  const asked = useRef<Element>(null);
  const stay = (): void => {
    setAsking(false);
    if (asked.current instanceof HTMLElement) asked.current.focus();
  };
  const close = (): void => {
    if (typedIn(body.current) === 0) {
      onClose();
      return;
    }
    const { activeElement } = document;
    const hasFocus = activeElement !== null && body.current?.contains(activeElement) === true;
    if (!isAsking) asked.current = hasFocus ? activeElement : (body.current?.querySelector(FIRST_FIELD) ?? null);
    setAsking(true);
  };
  // For a moment after a press beside the dialog nothing has the focus.
  useShortcut('Escape', () => stays || close());
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={!stays}
      isKeyboardDismissDisabled={stays}
      shouldCloseOnInteractOutside={() => typedIn(body.current) === 0}
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <Modal className="dialog">
        <DialogBody
          title={title}
          isAlert={isAlert}
          bodyRef={body}
          question={isAsking && <AskToClose onStay={stay} onClose={onClose} />}
        >
          {children}
        </DialogBody>
      </Modal>
    </ModalOverlay>
  );
};
