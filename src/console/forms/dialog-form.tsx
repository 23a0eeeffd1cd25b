import type { ReactNode } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { ActionError } from '../ui/notices/errors.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { type CheckedForm, Form } from './form.tsx';

/** A form with what its shell shows of it. */
interface Shown extends Pick<CheckedForm, 'element' | 'refused' | 'isPending'> {
  readonly conflict?: ReactNode;
}

interface FormInDialogProps {
  readonly form: Shown;
  /** What the button that sends it says. */
  readonly act: string;
  /** In place of that button, once it was refused for what can be allowed: sends it all the same. */
  readonly anyway?: { readonly act: string; readonly onPress: () => void } | undefined;
  /** Why an act of the dialog beside the form was refused, or would be. */
  readonly error?: Error | null | undefined;
  /** What is shown for a refusal in place of the server's words. */
  readonly wordsOf?: ((error: Error) => string | undefined) | undefined;
  /** It takes something away that does not come back. */
  readonly isDanger?: boolean;
  /** Other actions, beside the button that sends it. */
  readonly more?: ReactNode;
  /** What the button that closes it says; by default *Cancel*. */
  readonly cancel?: string;
  /** Whether what was begun goes on also where the dialog is closed. */
  readonly mustWait?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A form in a dialog of the page, such as one that reads the record first. */
export const FormInDialog = ({ form, act, isDanger = false, className = '', ...props }: FormInDialogProps) => {
  const { more, cancel, anyway, mustWait = false, children, onClose } = props;
  const t = useText();
  const error = form.refused ?? props.error ?? undefined;
  return (
    <Form form={form} className={`stack ${className}`} data-gap="wide">
      {children}
      <ActionError error={error} text={error && props.wordsOf?.(error)} />
      {form.conflict ?? (
        <div className="row" data-wrap="">
          {anyway === undefined ? (
            <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={form.isPending}>
              {act}
            </Button>
          ) : (
            <Button variant="danger" isPending={form.isPending} onPress={anyway.onPress}>
              {anyway.act}
            </Button>
          )}
          {more}
          <Button onPress={onClose} isDisabled={mustWait && form.isPending}>
            {cancel ?? t('words.cancel')}
          </Button>
        </div>
      )}
    </Form>
  );
};

interface DialogFormProps extends FormInDialogProps {
  readonly title: string;
  /** Whether it asks before something that cannot be undone. */
  readonly isAlert?: boolean;
}

/** A form in a dialog, which guards what is entered. */
export const DialogForm = ({ title, isAlert = false, ...props }: DialogFormProps) => (
  <Dialog title={title} onClose={props.onClose} isAlert={isAlert}>
    <FormInDialog {...props} />
  </Dialog>
);
