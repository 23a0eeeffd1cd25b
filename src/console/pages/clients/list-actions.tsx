import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { type Shown, sameFilters } from '../../parts/client/filters.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { DeleteList, NameList } from './list-dialogs.tsx';
import type { SavedList } from './queries.ts';

interface ListActsProps {
  readonly list: SavedList | undefined;
  readonly shown: Shown;
  readonly onShow: (listId: string | undefined) => void;
}

/** Saves what is shown as a list, saves changes to a list, renames or deletes it. */
export const ListActions = ({ list, shown, onShow }: ListActsProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>();
  const change = useMutation({
    mutationFn: ({ id }: SavedList) =>
      send(client.PATCH('/manage/client-lists/{id}', { params: { path: { id } }, body: shown })),
    onSuccess: async ({ id, name }) => {
      await refresh('client_list');
      say(t('clients.listSaved', { name }));
      onShow(id);
    },
  });
  const isChanged = list !== undefined && (!sameFilters(shown.filters, list.filters) || shown.sort !== list.sort);
  const isNew = list === undefined && !sameFilters(shown.filters, {});
  const close = (): void => setDialog(undefined);
  return (
    <>
      {isChanged && (
        <Button className="link small" isPending={change.isPending} onPress={() => change.mutate(list)}>
          {t('clients.saveChanges', { name: list.name })}
        </Button>
      )}
      {(isNew || isChanged) && (
        <Button className="link small" onPress={() => setDialog('save')}>
          {t('clients.saveAs')}
        </Button>
      )}
      {list !== undefined && (
        <MenuTrigger>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('clients.listActions', { name: list.name })}
            icon={Ellipsis}
          />
          <Popover className="popover">
            <Menu className="menu" onAction={(key) => setDialog(key === 'rename' ? 'rename' : 'delete')}>
              <MenuItem id="rename">{t('clients.rename')}</MenuItem>
              <MenuItem id="delete">{t('clients.deleteList')}</MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {change.error !== null && (
        <span className="status" data-tone="critical" role="alert">
          {textOf(change.error)}
        </span>
      )}
      {dialog === 'delete' && list !== undefined && (
        <DeleteList list={list} onClose={close} onDeleted={() => onShow(undefined)} />
      )}
      {(dialog === 'save' || dialog === 'rename') && (
        <NameList
          list={dialog === 'rename' ? list : undefined}
          shown={shown}
          onClose={close}
          onSaved={({ id }) => onShow(id)}
        />
      )}
    </>
  );
};
