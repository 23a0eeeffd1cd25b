import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { browserName } from '../../../texts/browser-name.ts';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { makePasskey } from '../../session/webauthn.ts';
import { Field } from '../../ui/fields/field.tsx';

const MAX_NAME = 100;

interface PasskeyDialogProps {
  /** What the server asks of the new passkey. */
  readonly options: object;
  /** @param codes the recovery codes that came with the first second step; null where the person has some. */
  readonly onAdded: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** Names a passkey and lets the browser make it. The options are here before the press: some browsers ask only right after it. */
export const PasskeyDialog = ({ options, onAdded, onClose }: PasskeyDialogProps) => {
  const t = useText();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(options);
      return send(client.POST('/manage/auth/passkeys', { body: { name: name.trim(), passkey } }));
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const form = useForm({
    act: add,
    problems: { name: name.trim() === '' ? t('setup.missing') : undefined },
    submit: () => add.mutate(),
  });
  return (
    <DialogForm form={form} title={t('account.addPasskey')} act={t('account.makePasskey')} onClose={onClose}>
      <Field
        {...form.field('name')}
        label={t('account.passkeyName')}
        hint={t('account.passkeyNameHint')}
        autoFocus
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        onChange={setName}
      />
    </DialogForm>
  );
};
