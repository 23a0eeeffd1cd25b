import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  Cell,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import { useFormats } from '../../../formats.ts';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListStates } from '../../../ui/list-states.tsx';
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
      <span className="mono small quiet">{type}</span>
    </span>
  );
};

interface RowsProps {
  readonly deliveries: readonly Delivery[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

const Rows = ({ deliveries, openId, onOpen }: RowsProps) => {
  const t = useText();
  const { locale, day, localDate, exactTime } = useFormats();
  const region = useRef<HTMLDivElement>(null);
  const opened = useRef(openId);
  useEffect(() => {
    const before = opened.current;
    opened.current = openId;
    if (openId === undefined && before !== undefined) {
      region.current?.querySelector<HTMLElement>(`[data-key="${before}"]`)?.focus();
    }
  }, [openId]);
  const walk = (by: number): boolean => {
    const next = deliveries[deliveries.findIndex(({ id }) => id === openId) + by];
    if (openId === undefined || next === undefined) return false;
    onOpen(next.id);
    return true;
  };
  useShortcut('j', () => walk(1));
  useShortcut('k', () => walk(-1));
  const [first] = deliveries;
  const latest = first === undefined ? '' : localDate(first.createdAt);
  return (
    <div className="table-region" ref={region}>
      <Table
        className="data"
        data-cards=""
        aria-label={t('integrations.deliveries')}
        onRowAction={(key) => onOpen(String(key))}
      >
        <TableHeader>
          <Column data-priority="2">{t('integrations.time')}</Column>
          <Column isRowHeader>{t('integrations.event')}</Column>
          <Column>{t('integrations.outcome')}</Column>
          <Column className="num" data-priority="3">
            {t('integrations.attempt')}
          </Column>
          <Column className="num" data-priority="3">
            {t('integrations.answeredIn')}
          </Column>
        </TableHeader>
        <TableBody>
          {deliveries.map((delivery) => {
            const { id, createdAt, eventType, attempt, maxAttempts, redeliveryOf, latencyMs } = delivery;
            const time = exactTime(createdAt);
            return (
              <Row key={id} id={id} data-open={id === openId ? '' : undefined}>
                <Cell data-priority="2" className="nowrap quiet">
                  {localDate(createdAt) === latest ? time : `${day(createdAt)}, ${time}`}
                </Cell>
                <Cell data-cell="lead">
                  <EventName type={eventType} />
                </Cell>
                <Cell data-cell="side">
                  <DeliveryStatus delivery={delivery} tellsNext />
                </Cell>
                <Cell data-priority="3" className="num">
                  {redeliveryOf === null
                    ? t('integrations.attemptOf', { attempt, count: maxAttempts })
                    : t('integrations.again')}
                </Cell>
                <Cell data-priority="3" className="num">
                  {latencyMs === null ? '' : tookText(latencyMs, locale)}
                </Cell>
              </Row>
            );
          })}
        </TableBody>
      </Table>
    </div>
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
              {t('laterWords.showMore')}
            </Button>
          )}
        </footer>
      )}
    </section>
  );
};
