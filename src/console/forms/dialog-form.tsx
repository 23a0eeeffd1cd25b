import type { ReactNode } from 'react';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Refused } from '../ui/refused.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface FormInDialogProps<D extends Draft> {
  readonly form: RecordForm<D>;
  /** What the button that sends it says. */
  readonly act: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The form of a record in a dialog of the page, such as one that reads the record first. */
export const FormInDialog = <D extends Draft>({ form, act, className = '', ...props }: FormInDialogProps<D>) => {
  const t = useText();
  return (
    <form {...form.element} className={`stack ${className}`} data-gap="wide">
      {props.children}
      {form.refused !== undefined && <Refused error={form.refused} />}
      {form.conflict ?? (
        <div className="row">
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {act}
          </Button>
          <Button onPress={props.onClose}>{t('words.cancel')}</Button>
        </div>
      )}
    </form>
  );
};

interface DialogFormProps<D extends Draft> extends FormInDialogProps<D> {
  readonly title: string;
}

/** A form of a record in a dialog, which guards what is entered. */
export const DialogForm = <D extends Draft>({ title, ...props }: DialogFormProps<D>) => (
  <Dialog title={title} onClose={props.onClose}>
    <FormInDialog {...props} />
  </Dialog>
);
