import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { Status } from '../../ui/notices/status.tsx';
import type { Endpoint } from './queries.ts';

/** Whether an endpoint gets events: by shape, word and colour. */
export const EndpointStatus = ({ endpoint: { status, consecutiveFailures } }: { endpoint: Endpoint }) => {
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
