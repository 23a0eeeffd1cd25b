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
  /** In place of that button, once it was refused for what can be allowed: sends it all the same. */
  readonly anyway?: { readonly act: string; readonly onPress: () => void } | undefined;
  /** Why an act of the dialog beside the form was refused, or would be. */
  readonly error?: Error | null | undefined;
  /** What is said of a refusal in place of the server's words. */
  readonly wordsOf?: ((error: Error) => string | undefined) | undefined;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The form of a record in a dialog of the page, such as one that reads the record first. */
export const FormInDialog = <D extends Draft>({
  form,
  act,
  anyway,
  className = '',
  ...props
}: FormInDialogProps<D>) => {
  const t = useText();
  const error = form.refused ?? props.error ?? undefined;
  return (
    <form {...form.element} className={`stack ${className}`} data-gap="wide">
      {props.children}
      {error !== undefined && <Refused error={error} text={props.wordsOf?.(error)} />}
      {form.conflict ?? (
        <div className="row" data-wrap="">
          {anyway === undefined ? (
            <Button type="submit" variant="primary" isPending={form.isPending}>
              {act}
            </Button>
          ) : (
            <Button variant="danger" isPending={form.isPending} onPress={anyway.onPress}>
              {anyway.act}
            </Button>
          )}
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
