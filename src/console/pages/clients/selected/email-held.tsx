import { useMutation, useQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { holderQuery } from '../queries.ts';

interface EmailHeldProps {
  readonly clientId: string;
  readonly onOpen: (id: string) => void;
}

/** Says which client has an email, and leads to that client; an archived client can be restored. */
export const EmailHeld = ({ clientId, onOpen }: EmailHeldProps) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const { data, isPending } = useQuery(holderQuery(clientId));
  const restore = useMutation({
    mutationFn: () =>
      send(client.PATCH('/v2/clients/{id}', { params: { path: { id: clientId } }, body: { status: 'active' } })),
    onSuccess: ({ fullName }) => {
      void refresh('client');
      say(t('clients.restored', { name: fullName }));
      onOpen(clientId);
    },
  });
  if (isPending) return <SkeletonRows />;
  const isArchived = data?.status === 'archived';
  const name = data?.fullName;
  return (
    <div className="notice" data-tone="caution" role="alert">
      <div className="text stack">
        <span>
          {name === undefined
            ? t('clients.emailHeldUnknown')
            : t(isArchived ? 'clients.emailHeldArchived' : 'clients.emailHeld', { name })}
        </span>
        {name !== undefined && (
          <span className="row" data-wrap="">
            {isArchived && can('clients:write') && (
              <Button size="small" isPending={restore.isPending} onPress={() => restore.mutate()}>
                {t('clients.restoreClient', { name })}
              </Button>
            )}
            <Button size="small" onPress={() => onOpen(clientId)}>
              {t('clients.openClient', { name })}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
};
