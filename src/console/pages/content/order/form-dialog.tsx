import { type FormEvent, type ReactNode, useRef } from 'react';
import type { ApiError } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Refused } from '../../../ui/refused.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly refusal: ApiError | undefined;
  readonly isPending: boolean;
  /** Saves. Returns the name of the first field with a problem, where there is one. */
  readonly onSave: () => string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form: pressing Save goes to the first problem, or saves. */
export const FormDialog = ({ title, refusal, isPending, onSave, onClose, children }: FormDialogProps) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const first = onSave();
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        {children}
        <Refused error={refusal} />
        <div className="row">
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('laterWords.save')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
