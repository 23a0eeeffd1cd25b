import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { useShortcut } from '../../../ui/keys/shortcuts.ts';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { ListStates } from '../../../ui/tables/list-states.tsx';
import { RowTable } from '../../../ui/tables/row-table.tsx';
import { eventWord } from '../event-words.ts';
import { type Delivery, deliveriesQuery, type Health } from '../queries.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { tookText } from './delivery-words.ts';
import { RedeliverFailed } from './redeliver-failed.tsx';

interface DeliveriesProps {
  readonly endpointId: string;
  readonly health: Health | undefined;
  readonly isFailed: boolean;
  /** The delivery that the panel shows. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onFailed: (isFailed: boolean) => void;
}

const ALL = 'all';
const FAILED = 'failed';

/** What has happened in words, with the name that a receiver gets. */
const EventName = ({ type }: { type: string }) => {
  const t = useText();
  const word = eventWord(type);
  return (
    <span className="delivery-event">
      {word !== undefined && <span>{t(word)}</span>}
      <span className="small quiet">{type}</span>
    </span>
  );
};

interface RowsProps {
  readonly deliveries: readonly Delivery[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The columns of the list. Today's deliveries say their time alone. */
const useColumns = (latest: Delivery | undefined): readonly ListColumn<Delivery>[] => {
  const t = useText();
  const { locale, day, localDate, exactTime } = useFormats();
  const lastDay = latest === undefined ? '' : localDate(latest.createdAt);
  return [
    {
      id: 'time',
      name: t('integrations.time'),
      isQuiet: true,
      className: 'nowrap',
      cell: ({ createdAt }) => {
        const time = exactTime(createdAt);
        return localDate(createdAt) === lastDay ? time : `${day(createdAt)}, ${time}`;
      },
    },
    {
      id: 'event',
      name: t('integrations.event'),
      part: 'lead',
      cell: ({ eventType }) => <EventName type={eventType} />,
    },
    {
      id: 'outcome',
      name: t('integrations.outcome'),
      part: 'side',
      cell: (delivery) => <DeliveryStatus delivery={delivery} tellsNext />,
    },
    {
      id: 'attempt',
      name: t('integrations.attempt'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ redeliveryOf, attempt, maxAttempts: count }) =>
        redeliveryOf === null ? t('integrations.attemptOf', { attempt, count }) : t('integrations.again'),
    },
    {
      id: 'took',
      name: t('integrations.answeredIn'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ latencyMs }) => (latencyMs === null ? '' : tookText(latencyMs, locale)),
    },
  ];
};

/** The rows; `J` and `K` show the next and the previous one in the panel. */
const Rows = ({ deliveries, openId, onOpen }: RowsProps) => {
  const t = useText();
  const region = useRef<HTMLDivElement>(null);
  const columns = useColumns(deliveries[0]);
  const walk = (by: number): boolean => {
    const next = deliveries[deliveries.findIndex(({ id }) => id === openId) + by];
    if (openId === undefined || next === undefined) return false;
    onOpen(next.id);
    return true;
  };
  useShortcut('j', () => walk(1));
  useShortcut('k', () => walk(-1));
  return (
    <RowTable
      label={t('integrations.deliveries')}
      columns={columns}
      rows={deliveries}
      region={region}
      openId={openId}
      onOpen={onOpen}
    />
  );
};

/** What was sent to an endpoint, the newest first: each attempt with its answer. */
export const Deliveries = ({ endpointId, health, isFailed, openId, onOpen, onFailed }: DeliveriesProps) => {
  const t = useText();
  const query = useInfiniteQuery(deliveriesQuery(endpointId, isFailed));
  const deliveries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const failed = health?.failed ?? 0;
  return (
    <section className="card" aria-labelledby="deliveries">
      <header className="deliveries-head">
        <h2 id="deliveries">{t('integrations.deliveries')}</h2>
        <ToggleButtonGroup
          className="segmented push"
          aria-label={t('integrations.show')}
          disallowEmptySelection
          selectedKeys={[isFailed ? FAILED : ALL]}
          onSelectionChange={(keys) => onFailed(keys.has(FAILED))}
        >
          <ToggleButton id={ALL}>{t('integrations.showAll')}</ToggleButton>
          <ToggleButton id={FAILED}>
            {failed > 0 ? t('integrations.showFailedCount', { count: failed }) : t('integrations.showFailed')}
          </ToggleButton>
        </ToggleButtonGroup>
        <RedeliverFailed endpointId={endpointId} health={health} />
      </header>
      <ListStates query={query} hasRows={deliveries.length > 0}>
        <p>{t(isFailed ? 'integrations.noneFailed' : 'integrations.deliveriesEmpty')}</p>
      </ListStates>
      {deliveries.length > 0 && <Rows deliveries={deliveries} openId={openId} onOpen={onOpen} />}
      {deliveries.length > 0 && (
        <footer className="spread small quiet">
          <span>{t('integrations.kept')}</span>
          {query.hasNextPage && (
            <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('common.showMore')}
            </Button>
          )}
        </footer>
      )}
    </section>
  );
};
