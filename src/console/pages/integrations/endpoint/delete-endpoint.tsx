import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { NamedDialog } from '../../../parts/client/named-dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { type Endpoint, WEBHOOKS } from '../queries.ts';

/** Asks for the name of an endpoint before it is deleted. */
export const DeleteEndpoint = ({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { id, name } = endpoint;
  const remove = useMutation({
    mutationFn: () => send(client.DELETE('/v2/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      say(t('integrations.deleted', { name }));
      await navigate({ to: '/integrations' });
      queries.removeQueries({ queryKey: [WEBHOOKS, id] });
      await refresh('webhook');
    },
  });
  return (
    <NamedDialog
      title={t('integrations.deleteTitle', { name })}
      name={name}
      act={t('integrations.delete')}
      error={remove.error}
      isPending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('integrations.deleteText')}</p>
    </NamedDialog>
  );
};
