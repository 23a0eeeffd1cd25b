import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { isSameName } from '../../../ui/found-by.ts';
import { Refused } from '../../../ui/refused.tsx';

interface NamedDialogProps {
  readonly title: string;
  /** The name that must be typed. */
  readonly name: string;
  readonly act: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** What the act will do. */
  readonly children: ReactNode;
}

/** Asks before what cannot be taken back: the name is typed, so that nobody does it by mistake. */
export const NamedDialog = ({ title, name, act, error, isPending, onAct, onClose, children }: NamedDialogProps) => {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWrong(!isSameName(typed, name));
    if (isSameName(typed, name)) onAct();
  };
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <form className="stack" data-gap="wide" onSubmit={submit}>
        {children}
        <Field
          label={t('client.typeName', { name })}
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={isWrong && !isSameName(typed, name) ? t('client.typeNameWrong', { name }) : undefined}
        />
        <Refused error={error} />
        <div className="row">
          <Button type="submit" variant="danger" isPending={isPending}>
            {act}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
