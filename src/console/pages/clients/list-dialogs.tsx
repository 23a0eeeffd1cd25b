import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { useRefresh } from '../../live/refresh.ts';
import type { Shown } from '../../parts/client/filters.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import type { SavedList } from './queries.ts';

interface NameListProps {
  /** The list that gets another name; undefined for a new list. */
  readonly list?: SavedList | undefined;
  readonly shown: Shown;
  readonly onSaved: (list: SavedList) => void;
  readonly onClose: () => void;
}

export const NameList = ({ list, shown, onSaved, onClose }: NameListProps) => {
  const t = useText();
  const refresh = useRefresh();
  const [name, setName] = useState(list?.name ?? '');
  const [isShared, setShared] = useState(list?.isShared ?? true);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), isShared };
      return list === undefined
        ? send(client.POST('/manage/client-lists', { body: { ...body, ...shown } }))
        : send(client.PATCH('/manage/client-lists/{id}', { params: { path: { id: list.id } }, body }));
    },
    onSuccess: async (saved) => {
      await refresh('client_list');
      say(t('clients.listSaved', { name: saved.name }));
      onSaved(saved);
      onClose();
    },
  });
  const form = useForm({
    act: save,
    problems: { name: name.trim() === '' ? t('clients.listNameMissing') : undefined },
    blamed: 'name',
    submit: () => save.mutate(),
  });
  const title = list === undefined ? t('clients.saveTitle') : t('clients.renameTitle', { name: list.name });
  return (
    <DialogForm form={form} title={title} act={t('clients.saveList')} onClose={onClose}>
      <Field
        {...form.field('name')}
        label={t('clients.listName')}
        value={name}
        onChange={setName}
        autoFocus
        maxLength={100}
      />
      <CheckField label={t('clients.shared')} isSelected={isShared} onChange={setShared} />
    </DialogForm>
  );
};

interface DeleteListProps {
  readonly list: SavedList;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a saved list is deleted. */
export const DeleteList = ({ list, onDeleted, onClose }: DeleteListProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const { name, id } = list;
  const remove = useMutation({
    mutationFn: () => send(client.DELETE('/manage/client-lists/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('clients.listDeleted', { name }));
      onDeleted();
      onClose();
      void refresh('client_list');
    },
  });
  return (
    <Dialog title={t('clients.deleteListTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('clients.deleteListText')}</p>
        {remove.error !== null && <p className="error">{textOf(remove.error)}</p>}
        <div className="row">
          <Button variant="danger" autoFocus isPending={remove.isPending} onPress={() => remove.mutate()}>
            {t('clients.deleteListAct')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
