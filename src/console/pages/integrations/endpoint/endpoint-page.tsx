import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { NotFoundPage, NotLoaded } from '../../../ui/notices/page-states.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { ByDay } from '../deliveries/by-day.tsx';
import { Deliveries } from '../deliveries/deliveries.tsx';
import { DeliveryPanel } from '../deliveries/delivery-panel.tsx';
import { type Endpoint, endpointQuery, healthQuery } from '../queries.ts';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { EndpointHead } from './endpoint-head.tsx';
import { HealthFigures } from './health-figures.tsx';
import { HealthNotice } from './health-notice.tsx';
import { RotateSecret } from './rotate-secret.tsx';

const route = getRouteApi('/signed-in/integrations/webhooks/$webhookId');
const FAILED = 'failed';

const Loaded = ({ endpoint }: { endpoint: Endpoint }) => {
  const { delivery, show } = route.useSearch();
  const navigate = route.useNavigate();
  const { id, name } = endpoint;
  const health = useQuery(healthQuery(id));
  const [dialog, setDialog] = useState<'rotate' | 'delete'>();
  usePageTitle(name);
  const isFailed = show === FAILED;
  const kept = isFailed ? { show: FAILED } : {};
  const open = (deliveryId: string | undefined): void =>
    void navigate({
      search: deliveryId === undefined ? kept : { ...kept, delivery: deliveryId },
      replace: delivery !== undefined,
      resetScroll: false,
    });
  return (
    <>
      <EndpointHead endpoint={endpoint} onOpen={open} onDialog={setDialog} />
      <HealthNotice endpoint={endpoint} health={health.data} />
      <div
        className={delivery === undefined ? undefined : 'split'}
        data-aside={delivery === undefined ? undefined : 'wide'}
      >
        <div className="stack endpoint-parts">
          {health.isError && health.data === undefined && (
            <LoadError error={health.error} onRetry={() => void health.refetch()} />
          )}
          <HealthFigures endpoint={endpoint} health={health} />
          <Deliveries
            endpointId={id}
            health={health.data}
            isFailed={isFailed}
            openId={delivery}
            onOpen={open}
            onFailed={(next) =>
              void navigate({ search: next ? { show: FAILED } : {}, replace: true, resetScroll: false })
            }
          />
          {health.data !== undefined && <ByDay health={health.data} />}
        </div>
        {delivery !== undefined && (
          <DeliveryPanel
            key={delivery}
            endpoint={endpoint}
            deliveryId={delivery}
            isFailed={isFailed}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        )}
      </div>
      {dialog === 'rotate' && <RotateSecret endpoint={endpoint} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={() => setDialog(undefined)} />}
    </>
  );
};

/** One endpoint: whether what happens here reaches it, and each delivery. */
export const EndpointPage = () => {
  const { webhookId } = route.useParams();
  const { data, error, refetch } = useQuery(endpointQuery(webhookId));
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (data !== undefined) return <Loaded key={webhookId} endpoint={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
