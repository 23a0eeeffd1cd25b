import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/failure.tsx';
import { Field } from '../../../ui/field.tsx';
import { addAddress } from './queries.ts';

/** Adds a video or another file that is at another address. */
export const AddressDialog = ({ entryId, onClose }: { entryId: string; onClose: () => void }) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const [url, setUrl] = useState('');
  const [isChecked, setChecked] = useState(false);
  const add = useMutation({
    mutationFn: () => addAddress(entryId, url.trim()),
    onSuccess: () => {
      void refresh('content');
      onClose();
    },
  });
  const isAddress = /^https:\/\/\S+$/.test(url.trim());
  const refusal = add.error instanceof ApiError ? (add.error.detail('externalUrl') ?? textOf(add.error)) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isAddress) add.mutate();
  };
  return (
    <Dialog title={t('content.addAddress')} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field
          label={t('content.address')}
          type="url"
          value={url}
          onChange={setUrl}
          hint={t('content.addressHint')}
          error={isChecked && !isAddress ? t('content.addressWrong') : refusal}
          autoComplete="off"
          autoFocus
        />
        <div className="row">
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {t('content.add')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
