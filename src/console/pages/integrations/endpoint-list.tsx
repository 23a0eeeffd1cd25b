import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, TriangleAlert, Webhook } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Link } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { onePage } from '../../ui/tables/paged-table.tsx';
import { type Endpoint, endpointsQuery } from './queries.ts';

/** Whether an endpoint gets events: by shape, word and color. */
const EndpointStatus = ({ endpoint: { status, consecutiveFailures } }: { endpoint: Endpoint }) => {
  const t = useText();
  if (status === 'enabled') {
    return (
      <Status icon={CircleCheck} tone="positive">
        {t('integrations.enabled')}
      </Status>
    );
  }
  if (status === 'failing') {
    return (
      <Status icon={TriangleAlert} tone="caution">
        {t('integrations.failing', { count: consecutiveFailures })}
      </Status>
    );
  }
  return (
    <Status icon={Ban} tone="critical">
      {t('integrations.disabled')}
    </Status>
  );
};

const EVERYTHING = '*';

const useColumns = (): readonly ListColumn<Endpoint>[] => {
  const t = useText();
  const { dayTime } = useFormats();
  return [
    {
      id: 'endpoint',
      name: t('integrations.endpoint'),
      part: 'lead',
      cell: ({ id, name, url }) => (
        <>
          <Link to="/integrations/webhooks/$webhookId" params={{ webhookId: id }}>
            {name}
          </Link>
          <small className="mono quiet endpoint-url">{url}</small>
        </>
      ),
    },
    {
      id: 'health',
      name: t('integrations.health'),
      part: 'side',
      cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
    },
    {
      id: 'receives',
      name: t('integrations.receives'),
      priority: 3,
      isQuiet: false,
      cell: ({ eventTypes, locationScope, locationIds }) => (
        <>
          {eventTypes.includes(EVERYTHING)
            ? t('integrations.all')
            : t('integrations.kinds', { count: eventTypes.length })}
          {locationScope === 'selected' && (
            <small className="quiet endpoint-url">{t('integrations.at', { count: locationIds.length })}</small>
          )}
        </>
      ),
    },
    {
      id: 'success',
      name: t('integrations.lastSuccess'),
      priority: 3,
      isQuiet: false,
      className: 'nowrap',
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt === null ? <span className="quiet">{t('integrations.never')}</span> : dayTime(lastSuccessAt),
    },
  ];
};

/** The endpoints of the studio with their health. They are read while they are shown. */
export const useEndpointList = (isShown: boolean) => {
  const t = useText();
  return {
    label: t('integrations.webhooks'),
    pages: onePage(useQuery({ ...endpointsQuery, enabled: isShown })),
    columns: useColumns(),
    empty: t('integrations.webhooksEmpty'),
    emptyIcon: Webhook,
  };
};
