import { type ReactNode, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { isSameName } from '../../ui/choices/matches.ts';
import { Field } from '../../ui/fields/field.tsx';

interface NamedDialogProps {
  readonly title: string;
  /** The name that must be typed. */
  readonly name: string;
  readonly act: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** What the act will do. */
  readonly children: ReactNode;
}

/** Asks before what cannot be taken back: the name is typed, so that no one does it by mistake. */
export const NamedDialog = ({ title, name, act, error, isPending, onAct, onClose, children }: NamedDialogProps) => {
  const t = useText();
  const [typed, setTyped] = useState('');
  const form = useForm({
    act: { error, isPending },
    problems: { name: isSameName(typed, name) ? undefined : t('client.typeNameWrong', { name }) },
    submit: onAct,
  });
  return (
    <DialogForm form={form} title={title} act={act} isAlert isDanger onClose={onClose}>
      {children}
      <Field
        {...form.field('name')}
        label={t('client.typeName', { name })}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
    </DialogForm>
  );
};
