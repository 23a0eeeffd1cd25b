import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Copy, RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError, client, idempotencyKey, send } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { useShortcut } from '../../../ui/keys/shortcuts.ts';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useAbout } from '../endpoint/about.ts';
import { eventWord } from '../event-words.ts';
import { deliveriesQuery, deliveryQuery, type Endpoint } from '../queries.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { DeliveryTabs } from './delivery-tabs.tsx';
import { longReason, tookText } from './delivery-words.ts';

interface DeliveryPanelProps {
  readonly endpoint: Endpoint;
  readonly deliveryId: string;
  /** Which list is beside it. */
  readonly isFailed: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** The attempts of an event, as far as the list beside has them, the first one first. */
const Attempts = ({
  endpointId,
  deliveryId,
  eventId,
  isFailed,
}: {
  endpointId: string;
  deliveryId: string;
  eventId: string;
  isFailed: boolean;
}) => {
  const t = useText();
  const { locale, exactTime } = useFormats();
  const one = useQuery(deliveryQuery(endpointId, deliveryId));
  const list = useInfiniteQuery(deliveriesQuery(endpointId, isFailed));
  const beside = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const others = beside.filter((each) => each.eventId === eventId && each.id !== deliveryId);
  const attempts = present([...others, one.data]).sort((left, right) => (left.id < right.id ? -1 : 1));
  return (
    <ol className="attempts ruled" aria-label={t('integrations.attempts')}>
      {attempts.map((attempt) => (
        <li key={attempt.id} aria-current={attempt.id === deliveryId ? 'true' : undefined}>
          <DeliveryStatus delivery={attempt} />
          <span>{exactTime(attempt.createdAt)}</span>
          <span className="quiet">{attempt.latencyMs === null ? '' : tookText(attempt.latencyMs, locale)}</span>
        </li>
      ))}
    </ol>
  );
};

/** One delivery: its attempts, why it failed, what was sent and what was answered. */
export const DeliveryPanel = ({ endpoint, deliveryId, isFailed, onOpen, onClose }: DeliveryPanelProps) => {
  const t = useText();
  const { exactTime } = useFormats();
  const refresh = useRefresh();
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { copied, copy } = useCopy();
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(endpoint.id, deliveryId));
  const about = useAbout(delivery?.payload);
  useShortcut('Escape', onClose);
  useEffect(() => heading.current?.focus(), []);
  const again = useMutation({
    mutationFn: () =>
      send(
        client.POST('/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
          params: { path: { id: endpoint.id, deliveryId }, header: idempotencyKey() },
        }),
      ),
    onSuccess: (sent) => {
      void refresh('webhook');
      onOpen(sent.id);
    },
  });
  const reason = delivery === undefined ? undefined : longReason(delivery);
  const word = delivery === undefined ? undefined : eventWord(delivery.eventType);
  const isRefused = error instanceof ApiError && error.status === 403;
  const raisedAt = delivery === undefined ? undefined : String(delivery.payload.createdAt ?? delivery.createdAt);
  const copyPayload = (): void => {
    const shown = body.current?.querySelector(`[aria-label="${CSS.escape(t('integrations.payload'))}"]`);
    void copy(JSON.stringify(delivery?.payload ?? {}, null, 2), shown);
  };
  return (
    <aside className="panel session-panel delivery-panel" aria-labelledby="delivery-title">
      <header>
        <span className="grip" aria-hidden="true" />
        <div className="spread">
          <h2 id="delivery-title" ref={heading} tabIndex={-1} className="mono">
            {delivery?.eventType ?? t('integrations.event')}
          </h2>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('integrations.closePanel')}
            onPress={onClose}
            icon={X}
          />
        </div>
        {raisedAt !== undefined && (
          <p className="small quiet">
            {about === undefined && word === undefined
              ? t('integrations.raised', { time: exactTime(raisedAt) })
              : t('integrations.raisedAbout', {
                  about: about ?? (word === undefined ? '' : t(word)),
                  time: exactTime(raisedAt),
                })}
          </p>
        )}
      </header>
      <div ref={body} className="body">
        {isRefused && <p className="notice small">{t('integrations.noRight')}</p>}
        {error !== null && !isRefused && delivery === undefined && (
          <LoadError error={error} onRetry={() => void refetch()} />
        )}
        {delivery !== undefined && (
          <>
            <Attempts {...{ endpointId: endpoint.id, deliveryId, eventId: delivery.eventId, isFailed }} />
            {reason !== undefined && <p className="small">{t(reason)}</p>}
            <DeliveryTabs delivery={delivery} endpoint={endpoint} />
            <ActionError error={again.error} isLine />
          </>
        )}
      </div>
      {delivery !== undefined && (
        <footer>
          <Button variant="tinted" isPending={again.isPending} onPress={() => again.mutate()} icon={RotateCw}>
            {t('integrations.redeliver')}
          </Button>
          {globalThis.isSecureContext && (
            <Button onPress={copyPayload} icon={Copy}>
              {t('integrations.copy')}
            </Button>
          )}
          <span className="small quiet" role="status">
            {copied === undefined ? '' : t('integrations.copied')}
          </span>
        </footer>
      )}
    </aside>
  );
};
