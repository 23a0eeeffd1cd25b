import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Status } from '../../../ui/notices/status.tsx';
import type { Delivery } from '../queries.ts';
import { shortReason } from './delivery-words.ts';

interface DeliveryStatusProps {
  readonly delivery: Delivery;
  /** Whether the next attempt is shown in place of the failure; the attempts of one event tell each failure. */
  readonly tellsNext?: boolean;
}

/** How an attempt ended, by shape, word and color, or when the next one comes. */
export const DeliveryStatus = ({ delivery, tellsNext = false }: DeliveryStatusProps) => {
  const t = useText();
  const { exactTime } = useFormats();
  const { status, responseStatus, nextAttemptAt } = delivery;
  if (status === 'pending') {
    return (
      <Status icon={Clock} tone="info">
        {t('integrations.waiting')}
      </Status>
    );
  }
  if (status === 'succeeded') {
    return (
      <Status icon={CircleCheck} tone="positive">
        {t('integrations.arrivedWith', { status: String(responseStatus ?? '') })}
      </Status>
    );
  }
  if (tellsNext && nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs()) {
    return (
      <Status icon={Clock} tone="info">
        {t('integrations.nextTry', { time: exactTime(nextAttemptAt) })}
      </Status>
    );
  }
  const reason = shortReason(delivery);
  return (
    <Status icon={CircleX} tone="critical">
      {reason === undefined
        ? responseStatus === null
          ? t('integrations.failed')
          : t('integrations.refusedWith', { status: String(responseStatus) })
        : t(reason, { status: String(responseStatus ?? '') })}
    </Status>
  );
};
