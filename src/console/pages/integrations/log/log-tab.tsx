import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { addDays, isDate, startOfDate } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { ListStates } from '../../../ui/tables/list-states.tsx';
import { RowTable } from '../../../ui/tables/row-table.tsx';
import { type EventType, eventWord, isEventType } from '../event-words.ts';
import { EventPanel } from './event-panel.tsx';
import { LogFilters } from './log-filters.tsx';

const route = getRouteApi('/signed-in/integrations');

type LoggedEvent = Schemas['Event'];

interface Filters {
  readonly type: EventType | undefined;
  /** Instants. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly clientId: string | undefined;
}

const PAGE_SIZE = 25;
const ANEW_MS = 10_000;

/** The events of the last 30 days, the newest first. */
const eventsQuery = ({ type, from, to, clientId }: Filters) =>
  infiniteQueryOptions({
    queryKey: ['events', type, from, to, clientId],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/events', {
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(type === undefined ? {} : { type }),
              ...(from === undefined ? {} : { from }),
              ...(to === undefined ? {} : { to }),
              ...(clientId === undefined ? {} : { client_id: clientId }),
              ...(pageParam === null ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ANEW_MS,
  });

const useColumns = (): readonly ListColumn<LoggedEvent>[] => {
  const t = useText();
  const { dayTime } = useFormats();
  return [
    {
      id: 'time',
      name: t('integrations.time'),
      part: 'side',
      isQuiet: true,
      className: 'nowrap',
      cell: ({ createdAt }) => dayTime(createdAt),
    },
    {
      id: 'type',
      name: t('integrations.type'),
      part: 'lead',
      cell: ({ type }) => {
        const word = eventWord(type);
        return word === undefined ? type : t(word);
      },
    },
    {
      id: 'event',
      name: t('integrations.event'),
      priority: 3,
      isQuiet: false,
      cell: ({ type }) => <span className="mono">{type}</span>,
    },
  ];
};

/** Everything that happened, whether or not an endpoint gets it: by kind, days and client. */
export const LogTab = () => {
  const t = useText();
  const { timeZone } = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const type = isEventType(search.type) ? search.type : undefined;
  const query = useInfiniteQuery(
    eventsQuery({
      type,
      from: isDate(search.from) ? new Date(startOfDate(search.from, timeZone)).toISOString() : undefined,
      // The last day counts as a whole.
      to: isDate(search.to) ? new Date(startOfDate(addDays(search.to, 1), timeZone)).toISOString() : undefined,
      clientId: search.client,
    }),
  );
  const columns = useColumns();
  const region = useRef<HTMLDivElement>(null);
  const events = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const set = (changed: { readonly [Name in keyof typeof search]?: string | undefined }): void =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined)),
      replace: true,
      resetScroll: false,
    });
  const { event: openId } = search;
  return (
    <div className={openId === undefined ? undefined : 'split'} data-aside={openId === undefined ? undefined : 'wide'}>
      <section className="card" aria-labelledby="log">
        <header>
          <h2 id="log">{t('integrations.logTitle')}</h2>
        </header>
        <LogFilters
          type={type}
          from={search.from}
          to={search.to}
          clientId={search.client}
          onChange={(changed) => set({ ...changed, event: undefined })}
        />
        <ListStates query={query} hasRows={events.length > 0}>
          <p>{t('integrations.logEmpty')}</p>
        </ListStates>
        {events.length > 0 && (
          <RowTable
            label={t('integrations.log')}
            columns={columns}
            rows={events}
            region={region}
            openId={openId}
            onOpen={(id) => set({ event: id })}
          />
        )}
        {query.hasNextPage && (
          <footer>
            <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('common.showMore')}
            </Button>
          </footer>
        )}
      </section>
      {openId !== undefined && (
        <EventPanel
          key={openId}
          id={openId}
          onClient={(clientId) => set({ client: clientId })}
          onClose={() => set({ event: undefined })}
        />
      )}
    </div>
  );
};
