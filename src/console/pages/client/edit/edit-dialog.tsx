import type { FormEvent, ReactNode } from 'react';
import { ConflictView } from '../../../edit/conflict-view.tsx';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Refused } from '../../../ui/refused.tsx';
import { useFieldWords } from './field-words.ts';

interface EditDialogProps {
  readonly title: string;
  readonly edit: Edit;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog for a few fields of a client, which holds what was typed until it is saved. */
export const EditDialog = ({ title, edit, children, onClose }: EditDialogProps) => {
  const t = useText();
  const words = useFieldWords();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.keys(edit.changed).length === 0) onClose();
    else edit.save();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit}>
        {children}
        <Refused error={edit.error} />
        {edit.conflict === undefined ? (
          <div className="row">
            <Button type="submit" variant="primary" isPending={edit.isPending}>
              {t('laterWords.save')}
            </Button>
            <Button onPress={onClose}>{t('words.cancel')}</Button>
          </div>
        ) : (
          <ConflictView edit={edit} words={words} />
        )}
      </form>
    </Dialog>
  );
};
