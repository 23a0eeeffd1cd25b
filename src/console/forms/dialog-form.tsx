import type { ReactNode } from 'react';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Refused } from '../ui/refused.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface DialogFormProps<D extends Draft> {
  readonly form: RecordForm<D>;
  readonly title: string;
  /** What the button that sends it says. */
  readonly act: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A form of a record in a dialog, which guards what is entered. */
export const DialogForm = <D extends Draft>({ form, title, act, children, onClose }: DialogFormProps<D>) => {
  const t = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.element} className="stack" data-gap="wide">
        {children}
        {form.refused !== undefined && <Refused error={form.refused} />}
        {form.conflict ?? (
          <div className="row">
            <Button type="submit" variant="primary" isPending={form.isPending}>
              {act}
            </Button>
            <Button onPress={onClose}>{t('words.cancel')}</Button>
          </div>
        )}
      </form>
    </Dialog>
  );
};
