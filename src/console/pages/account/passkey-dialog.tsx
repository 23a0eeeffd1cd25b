import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { browserName } from '../../../texts/browser-name.ts';
import { client, send } from '../../api/client.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { makePasskey } from '../../webauthn.ts';

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
  const [isChecked, setChecked] = useState(false);
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(options);
      return send(client.POST('/manage/auth/passkeys', { body: { name: name.trim(), passkey } }));
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isMissing) add.mutate();
  };
  return (
    <Dialog title={t('account.addPasskey')} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field
          label={t('account.passkeyName')}
          hint={t('account.passkeyNameHint')}
          autoFocus
          autoComplete="off"
          maxLength={MAX_NAME}
          value={name}
          onChange={setName}
          error={isChecked && isMissing ? t('setup.missing') : undefined}
        />
        <Refused error={add.error} isLine />
        <div className="row">
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {t('account.makePasskey')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
