import { useInfiniteQuery } from '@tanstack/react-query';
import { EyeOff, Lock, Trophy } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Pill, Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { ChoiceChips } from '../choice-chips.tsx';
import { type Board, type Entry, type Period, periodsQuery, topQuery } from './queries.ts';
import { usePeriodWords, useValueWords } from './words.ts';

interface RanksTabProps {
  readonly board: Board;
  readonly periodId: string | undefined;
  readonly division: string | undefined;
  readonly onShow: (shown: { readonly period?: string | undefined; readonly division?: string | undefined }) => void;
}

const Name = ({ entry }: { entry: Entry }) => {
  const t = useText();
  const { clientId, displayName, isHidden } = entry;
  return (
    <span className="row">
      {clientId === null ? (
        <b>{displayName}</b>
      ) : (
        <Link className="strong" to="/clients/$clientId/{-$tab}" params={{ clientId }}>
          {displayName}
        </Link>
      )}
      {isHidden && <Status icon={EyeOff}>{t('boards.hidden')}</Status>}
    </span>
  );
};

interface PeriodLineProps {
  readonly board: Board;
  readonly period: Period;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** A period with its winner once it is closed. */
const PeriodLine = ({ board, period, isShown, onShow }: PeriodLineProps) => {
  const t = useText();
  const nameOf = usePeriodWords(board);
  const writeValue = useValueWords();
  const { status, winner, participantCount: count } = period;
  return (
    <li>
      <Button className="period-line row" aria-pressed={isShown} onPress={onShow}>
        <span className="who">
          <b>{nameOf(period)}</b>
          {status === 'closed' && winner !== null && (
            <small>
              <Icon of={Trophy} /> {winner.displayName}, {writeValue(board, winner.value, winner.formattedValue)}
            </small>
          )}
          {status === 'closed' && winner === null && <small className="quiet">{t('boards.noWinner')}</small>}
          {status !== 'closed' && <small className="quiet">{t('boards.rankedCount', { count })}</small>}
        </span>
        {status === 'current' && <Pill tone="brand">{t('boards.now')}</Pill>}
        {status === 'closing' && <Pill tone="waiting">{t('boards.closing')}</Pill>}
        {status === 'closed' && <Status icon={Lock}>{t('boards.frozen')}</Status>}
      </Button>
    </li>
  );
};

const useColumns = (board: Board): readonly ListColumn<Entry>[] => {
  const t = useText();
  const { dayTime } = useFormats(board.timezone);
  const writeValue = useValueWords();
  return [
    {
      id: 'person',
      name: t('engagement.person'),
      part: 'lead',
      cell: (entry) => <LeadCell name={<Name entry={entry} />} note={entry.siteName} />,
    },
    {
      id: 'rank',
      name: t('engagement.rank'),
      part: 'side',
      isNumber: true,
      cell: ({ rank }) => t('words.place', { place: rank }),
    },
    {
      id: 'value',
      name: t('boards.value'),
      isNumber: true,
      cell: ({ value, formattedValue }) => writeValue(board, value, formattedValue),
    },
    { id: 'reached', name: t('boards.reached'), priority: 3, cell: ({ achievedAt }) => dayTime(achievedAt) },
  ];
};

/** Who is on a board in one of its periods, and its periods with their winners. */
export const RanksTab = ({ board, periodId, division, onShow }: RanksTabProps) => {
  const t = useText();
  const nameOf = usePeriodWords(board);
  const columns = useColumns(board);
  const periods = useInfiniteQuery(periodsQuery(board.id));
  const begun = (periods.data?.pages ?? []).flatMap(({ data }) => data).filter(({ status }) => status !== 'upcoming');
  const shown = begun.find(({ id }) => id === periodId) ?? begun[0];
  const top = useInfiniteQuery(topQuery(board.id, periodId, division));
  return (
    <div className="split board-split">
      <section className="stack" aria-labelledby="ranks">
        <div className="section-head row">
          <h2 id="ranks">{shown === undefined ? t('boards.ranks') : nameOf(shown)}</h2>
          {shown?.status === 'closed' && <Status icon={Lock}>{t('boards.frozenText')}</Status>}
        </div>
        {board.divisions.length > 0 && (
          <ChoiceChips
            label={t('boards.divisions')}
            value={division ?? ''}
            choices={[{ id: '', name: t('boards.noDivision') }, ...board.divisions.map((name) => ({ id: name, name }))]}
            onChoose={(id) => onShow({ period: periodId, division: id === '' ? undefined : id })}
          />
        )}
        <PagedTable query={top} caption={t('boards.ranks')} empty={t('boards.nobodyRanked')} columns={columns} />
        <p className="quiet small">{t(board.isOptInRequired ? 'boards.optInNote' : 'boards.hiddenNote')}</p>
      </section>
      <aside className="stack" aria-labelledby="periods">
        <div className="section-head row">
          <h2 id="periods">{t('boards.periods')}</h2>
        </div>
        {periods.isError && <LoadError error={periods.error} onRetry={() => void periods.refetch()} />}
        {periods.isPending && <SkeletonRows />}
        <ul className="card period-list ruled">
          {begun.map((period) => (
            <PeriodLine
              key={period.id}
              board={board}
              period={period}
              isShown={period.id === shown?.id}
              onShow={() => onShow({ period: period.id, division })}
            />
          ))}
          {begun.length === 0 && periods.data !== undefined && (
            <li className="quiet period-none">{t('boards.noPeriods')}</li>
          )}
        </ul>
        {periods.hasNextPage && (
          <Button size="small" isPending={periods.isFetchingNextPage} onPress={() => void periods.fetchNextPage()}>
            {t('boards.earlierPeriods')}
          </Button>
        )}
      </aside>
    </div>
  );
};
