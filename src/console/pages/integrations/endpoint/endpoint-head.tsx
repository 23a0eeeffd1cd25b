import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Send } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { tookText } from '../deliveries/delivery-words.ts';
import { Crumb } from '../form/form-page.tsx';
import type { Endpoint } from '../queries.ts';

interface EndpointHeadProps {
  readonly endpoint: Endpoint;
  readonly onOpen: (deliveryId: string) => void;
  readonly onDialog: (dialog: 'rotate' | 'delete') => void;
}

/** What the endpoint is, and what is done with it. */
export const EndpointHead = ({ endpoint, onOpen, onDialog }: EndpointHeadProps) => {
  const t = useText();
  const { locale } = useFormats();
  const refresh = useRefresh();
  const { id, name, url, status } = endpoint;
  const test = useMutation({
    mutationFn: () => send(client.POST('/v2/webhooks/{id}/test', { params: { path: { id } } })),
    onSuccess: (delivery) => {
      void refresh('webhook');
      const { status: ended, responseStatus, latencyMs } = delivery;
      if (ended !== 'succeeded') onOpen(delivery.id);
      else {
        say(t('integrations.testArrived', { status: responseStatus ?? 0, took: tookText(latencyMs ?? 0, locale) }));
      }
    },
  });
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <Crumb part="webhooks" />
          <h1>{name}</h1>
          <p className="small quiet endpoint-url">{url}</p>
        </div>
        <div className="actions">
          <Button variant="primary" isPending={test.isPending} onPress={() => test.mutate()} icon={Send}>
            {t('integrations.sendTest')}
          </Button>
          <Link to="/integrations/webhooks/$webhookId/edit" params={{ webhookId: id }} className="button">
            {t('integrations.edit')}
          </Link>
          <MenuTrigger>
            <Button iconOnly aria-label={t('integrations.moreActions')} icon={Ellipsis} />
            <Popover className="popover" placement="bottom end">
              <Menu className="menu" onAction={(key) => onDialog(key === 'rotate' ? 'rotate' : 'delete')}>
                {status !== 'disabled' && <MenuItem id="rotate">{t('integrations.rotate')}</MenuItem>}
                {status !== 'disabled' && <Separator />}
                <MenuItem id="delete">{t('integrations.delete')}</MenuItem>
              </Menu>
            </Popover>
          </MenuTrigger>
        </div>
      </div>
      <ActionError error={test.error} />
      {test.data !== undefined && test.data.status !== 'succeeded' && (
        <p className="visually-hidden" role="status">
          {t('integrations.testFailed')}
        </p>
      )}
    </>
  );
};
