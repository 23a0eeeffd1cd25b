import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useRefresh } from '../../live/refresh.ts';
import type { Entry } from '../../parts/session/queries.ts';
import { nameOf } from '../../parts/session/words.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';

/** Makes a client of a guest in one act: from then on they are no longer only interested. */
export const MakeClient = ({ entry }: { readonly entry: Entry }) => {
  const t = useText();
  const can = useCan();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  if (entry.guest === null || entry.client?.status !== 'lead' || !can('clients:write')) return null;
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const params = { path: { id: entry.clientId } };
      await send(client.PATCH('/v2/clients/{id}', { params, body: { status: 'active' } }));
      say(t('session.madeClient', { name: nameOf(entry, t) }));
      void refresh('client', 'booking');
    } catch (error) {
      say(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" isPending={isBusy} onPress={() => void make()}>
      {t('session.makeClient')}
    </Button>
  );
};
