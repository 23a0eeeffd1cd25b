import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { DAY_MS } from '../../../../kernel/durations.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useChanged } from '../../../live/changes.ts';
import type { Client } from '../../../parts/client/queries.ts';
import { ReceiptDialog } from '../../../parts/payments/receipt-dialog.tsx';
import { useCan, useSite } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { type EntryWords, useEntryWords } from './entry-words.ts';
import { type Entry, GROUPS, type Group, shownEntries, timelineQuery } from './queries.ts';

const route = getRouteApi('/signed-in/clients/$clientId/{-$tab}');

interface RowProps {
  readonly entry: Entry;
  readonly words: EntryWords;
  readonly time: string;
  readonly onReceipt: (paymentId: string) => void;
}

const isPaid = (entry: Entry): boolean =>
  entry.kind === 'payment' && entry.payment?.status !== 'pending' && entry.payment?.status !== 'failed';

/** A part that ends as a sentence does, also where people wrote it. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Something that happened: what, then what follows, and when. */
const Row = ({ entry, words: { icon, tone, title, parts }, time, onReceipt }: RowProps) => {
  const t = useText();
  const text = parts.flatMap((part) => (part ? [sentence(part)] : [])).join(' ');
  const { session, payment } = entry;
  return (
    <li data-kind={entry.kind} data-changed={useChanged(entry.id)}>
      <span className="bead disc" data-tone={tone}>
        <Icon of={icon} />
      </span>
      <div className="what">
        {session === null ? (
          <b className="strong">{title}</b>
        ) : (
          <Link className="strong" to="/sessions/$sessionId" params={{ sessionId: session.id }} search={{}}>
            {title}
          </Link>
        )}
        {text !== '' && <p>{text}</p>}
        {payment !== null && isPaid(entry) && (
          <p>
            <Button className="link" onPress={() => onReceipt(payment.id)}>
              {t('client.receipt')}
              <span className="visually-hidden"> {title}</span>
            </Button>
          </p>
        )}
      </div>
      <time dateTime={entry.at}>{time}</time>
    </li>
  );
};

/** The entries, the latest first, with a heading for each day. */
const Entries = ({ entries, name }: { entries: readonly Entry[]; name: string }) => {
  const t = useText();
  const { timezone } = useSite();
  const { localDate, time } = useFormats(timezone);
  const { longDay, date } = useFormats('UTC');
  const now = useNow();
  const wordsOf = useEntryWords(name, timezone);
  const [receipt, setReceipt] = useState<string>();
  const today = localDate(now);
  const heading = (day: string): string => {
    if (day === today) return t('words.today');
    if (day === localDate(now - DAY_MS)) return t('timeline.yesterday');
    const noon = `${day}T12:00:00Z`;
    return day.slice(0, 4) === today.slice(0, 4) ? longDay(noon) : date(noon);
  };
  return (
    <>
      <ol className="timeline">
        {entries.flatMap((entry, index) => {
          const before = entries[index - 1];
          const day = localDate(entry.at);
          const isNewDay = before === undefined || localDate(before.at) !== day;
          return [
            ...(isNewDay
              ? [
                  <li key={day} className="date">
                    {heading(day)}
                  </li>,
                ]
              : []),
            <Row key={entry.id} entry={entry} words={wordsOf(entry)} time={time(entry.at)} onReceipt={setReceipt} />,
          ];
        })}
      </ol>
      {receipt !== undefined && <ReceiptDialog paymentId={receipt} onClose={() => setReceipt(undefined)} />}
    </>
  );
};

/** Everything that happened to a client, by kind, the latest first. It follows what happens now. */
export const TimelineTab = ({ client }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const navigate = route.useNavigate();
  const { show } = route.useSearch();
  const group = GROUPS.find((each) => each === show);
  const query = useInfiniteQuery(timelineQuery(client.id, group));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const entries = shownEntries(data?.pages.flatMap((page) => page.data) ?? []);
  const choose = (chosen: Group | undefined): void =>
    void navigate({ search: chosen === undefined ? {} : { show: chosen }, replace: true });
  const groups = GROUPS.filter((each) => {
    if (each === 'visits') return can('bookings:read');
    return each !== 'money' || can('packages:sell');
  });
  return (
    <>
      <div className="row" data-wrap="">
        <ToggleButtonGroup
          className="segmented"
          aria-label={t('timeline.show')}
          disallowEmptySelection
          selectedKeys={[group ?? 'everything']}
          onSelectionChange={(keys) => choose(groups.find((each) => keys.has(each)))}
        >
          <ToggleButton id="everything">{t('timeline.everything')}</ToggleButton>
          {groups.map((each) => (
            <ToggleButton key={each} id={each}>
              {t(`timeline.${each}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {error !== null && <LoadError error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && error === null && (
        <div className="timeline-wait" aria-hidden="true">
          <SkeletonRows count={4} isList />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <div className="empty">
          <p>{t(group === undefined ? 'timeline.empty' : 'timeline.emptyGroup')}</p>
        </div>
      )}
      {entries.length > 0 && <Entries entries={entries} name={client.firstName} />}
      {hasNextPage && (
        <Button size="small" isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('common.showMore')}
        </Button>
      )}
    </>
  );
};
