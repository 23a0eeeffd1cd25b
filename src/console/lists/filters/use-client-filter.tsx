import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { clientNameQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { idOf, type ListFilter } from './filters.ts';
import { FindClient } from './find-client.tsx';

/** The filter of a list by a client, who is looked for by name. @param text the id in the address */
export const useClientFilter = (text: string | undefined, onSet: (id: string) => void) => {
  const t = useText();
  const mayFind = useCan()('clients:read');
  const [isAsking, setAsking] = useState(false);
  const id = idOf(text);
  const { data: name } = useQuery({ ...clientNameQuery(id), enabled: mayFind && id !== undefined });
  const filter: ListFilter = {
    id: 'client',
    label: t('lists.client'),
    choices: [],
    value: id,
    shown: name ?? (id === undefined ? undefined : '…'),
    ask: { name: t('lists.clientEllipsis'), onAsk: () => setAsking(true) },
  };
  return {
    id,
    filters: mayFind || id !== undefined ? [filter] : [],
    dialog: isAsking && (
      <Dialog title={t('lists.clientTitle')} onClose={() => setAsking(false)}>
        <FindClient
          label={t('lists.findClient')}
          placeholder={t('lists.findClientHint')}
          more={t('lists.findMore')}
          nobody={(typed) => t('lists.findNobody', { text: typed })}
          onChoose={(chosen) => {
            setAsking(false);
            onSet(chosen.id);
          }}
        />
      </Dialog>
    ),
  };
};
