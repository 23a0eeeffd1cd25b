import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Refused } from '../../../ui/refused.tsx';
import type { Package } from '../queries.ts';

/** What a dialog about a package gets. */
export interface PackProps {
  readonly pack: Package;
  readonly onClose: () => void;
}

interface PackFormProps {
  readonly title: string;
  readonly act: string;
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that does something with a package, its outcome above the button. */
export const PackForm = ({ title, act, isDanger, isPending, error, onSubmit, onClose, children }: PackFormProps) => {
  const t = useText();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose} isAlert={isDanger === true}>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        {children}
        <Refused error={error} />
        <div className="row">
          <Button type="submit" variant={isDanger === true ? 'danger' : 'primary'} isPending={isPending}>
            {act}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
