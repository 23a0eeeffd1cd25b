import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EndpointStatus } from './endpoint-status.tsx';
import { type Endpoint, endpointsQuery } from './queries.ts';

const EVERYTHING = '*';

const Row = ({ endpoint }: { endpoint: Endpoint }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const { id, name, url, eventTypes, locationScope, locationIds, lastSuccessAt } = endpoint;
  return (
    <tr>
      <td data-cell="lead">
        <Link to="/integrations/webhooks/$webhookId" params={{ webhookId: id }}>
          {name}
        </Link>
        <small className="mono quiet endpoint-url">{url}</small>
      </td>
      <td data-cell="side">
        <EndpointStatus endpoint={endpoint} />
      </td>
      <td data-priority="3">
        {eventTypes.includes(EVERYTHING)
          ? t('integrations.all')
          : t('integrations.kinds', { count: eventTypes.length })}
        {locationScope === 'selected' && (
          <small className="quiet endpoint-url">{t('integrations.at', { count: locationIds.length })}</small>
        )}
      </td>
      <td data-priority="3" className="nowrap">
        {lastSuccessAt === null ? <span className="quiet">{t('integrations.never')}</span> : dayTime(lastSuccessAt)}
      </td>
    </tr>
  );
};

/** The endpoints of the studio with their health. */
export const WebhooksTab = () => {
  const t = useText();
  const { data, error, refetch } = useQuery(endpointsQuery);
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <div className="card body stack" aria-hidden="true">
        <SkeletonRows count={3} />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <div className="empty">
        <Icon of={Webhook} />
        <p>{t('integrations.webhooksEmpty')}</p>
      </div>
    );
  }
  return (
    <div className="card">
      <div className="table-region">
        <table className="data" data-cards="">
          <caption className="visually-hidden">{t('integrations.webhooks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('integrations.endpoint')}</th>
              <th scope="col">{t('integrations.health')}</th>
              <th scope="col" data-priority="3">
                {t('integrations.receives')}
              </th>
              <th scope="col" data-priority="3">
                {t('integrations.lastSuccess')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};
