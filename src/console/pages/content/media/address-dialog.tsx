import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { addAddress } from './queries.ts';

/** Adds a video or another file that is at another address. */
export const AddressDialog = ({ entryId, onClose }: { entryId: string; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const [url, setUrl] = useState('');
  const add = useMutation({
    mutationFn: () => addAddress(entryId, url.trim()),
    onSuccess: () => {
      void refresh('content');
      onClose();
    },
  });
  const form = useForm({
    act: add,
    problems: { externalUrl: /^https:\/\/\S+$/.test(url.trim()) ? undefined : t('content.addressWrong') },
    blamed: 'externalUrl',
    submit: () => add.mutate(),
  });
  return (
    <DialogForm form={form} title={t('content.addAddress')} act={t('content.add')} onClose={onClose}>
      <Field
        {...form.field('externalUrl')}
        label={t('content.address')}
        type="url"
        value={url}
        onChange={setUrl}
        hint={t('content.addressHint')}
        autoComplete="off"
        autoFocus
      />
    </DialogForm>
  );
};
