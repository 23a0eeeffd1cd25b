import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react';
import {
  Cell,
  Column,
  type ColumnProps,
  Row,
  type Selection,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components';
import { useNow } from '../../clock.ts';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectionBox } from '../../ui/selection-box.tsx';
import { Pill, Status } from '../../ui/status.tsx';
import { STATUS_WORDS } from './filter-chips.tsx';
import type { Filters, Sort } from './filters.ts';
import { holdingText } from './holdings.ts';
import type { Client } from './queries.ts';

const DAY_MS = 86_400_000;
/** Who has been away so many days stands out. */
const LATE_DAYS = 42;

const SORTED: Partial<Record<Sort, SortDescriptor>> = {
  name: { column: 'name', direction: 'ascending' },
  last_visit: { column: 'visit', direction: 'descending' },
  longest_away: { column: 'visit', direction: 'ascending' },
};

/** The order that a press on a heading asks for: once, the other way, then the newest first. */
const sortOf = (column: SortDescriptor['column'], now: Sort): Sort => {
  if (column === 'name') return now === 'name' ? 'newest' : 'name';
  return now === 'longest_away' ? 'last_visit' : 'longest_away';
};

interface HeadingProps extends Omit<ColumnProps, 'children'> {
  readonly children: string;
  readonly 'data-priority'?: '3';
}

const Heading = ({ children, ...props }: HeadingProps) => (
  <Column {...props}>
    {({ sortDirection }) => (
      <>
        {children}
        {sortDirection !== undefined && <Icon of={sortDirection === 'ascending' ? ArrowUp : ArrowDown} />}
      </>
    )}
  </Column>
);

interface ClientTableProps {
  readonly label: string;
  readonly clients: readonly Client[];
  readonly filters: Filters;
  readonly sort: Sort;
  readonly hasPackages: boolean;
  readonly isSelectable: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onOpen: (id: string) => void;
}

const useCells = () => {
  const t = useText();
  const formats = useFormats();
  const { localDate, time, dayTime, relativeDays, money } = formats;
  const today = localDate(useNow());
  return {
    today,
    holding: ({ packages = [] }: Client): string => holdingText(packages, t, formats),
    /** How many days ago the client came; undefined for never. */
    awayDays: ({ stats }: Client): number | undefined =>
      stats.lastVisitAt === null
        ? undefined
        : Math.round((Date.parse(today) - Date.parse(localDate(stats.lastVisitAt))) / DAY_MS),
    away: (days: number | undefined): string => (days === undefined ? t('clients.never') : relativeDays(-days)),
    next: ({ stats: { nextBookingAt } }: Client): string => {
      if (nextBookingAt === null) return '';
      return localDate(nextBookingAt) === today
        ? t('clients.todayAt', { time: time(nextBookingAt) })
        : dayTime(nextBookingAt);
    },
    balance: ({ accountBalance: { amount, currency } }: Client): string => money(amount, currency),
  };
};

/** Clients in rows, which are cards where the page is narrow. */
export const ClientTable = (props: ClientTableProps) => {
  const t = useText();
  const cells = useCells();
  const { clients, filters, sort, hasPackages, isSelectable, selected } = props;
  const hasVisits = filters.neverVisited !== true;
  const hasBalance = filters.owes !== false;
  const hasStatus = filters.status === undefined;
  return (
    <Table
      aria-label={props.label}
      className="data clients-table"
      data-cards=""
      selectionMode={isSelectable ? 'multiple' : 'none'}
      selectedKeys={selected}
      onSelectionChange={props.onSelect}
      {...(SORTED[sort] === undefined ? {} : { sortDescriptor: SORTED[sort] })}
      onSortChange={({ column }) => props.onSort(sortOf(column, sort))}
      onRowAction={(key) => props.onOpen(String(key))}
    >
      <TableHeader>
        {isSelectable && (
          <Column>
            <SelectionBox label={t('clients.selectPage')} />
          </Column>
        )}
        <Heading id="name" isRowHeader allowsSorting>
          {t('clients.name')}
        </Heading>
        <Heading data-priority="3">{t('clients.tags')}</Heading>
        {hasPackages && <Heading>{t('clients.package')}</Heading>}
        {hasVisits && (
          <Heading id="visit" allowsSorting>
            {t('clients.lastVisit')}
          </Heading>
        )}
        <Heading data-priority="3">{t('clients.next')}</Heading>
        {hasVisits && (
          <Heading className="num" data-priority="3">
            {t('clients.visits')}
          </Heading>
        )}
        {hasBalance && (
          <Heading className="num" data-priority="3">
            {t('clients.balance')}
          </Heading>
        )}
      </TableHeader>
      <TableBody items={clients} dependencies={[t, cells.today, hasPackages, hasVisits, hasBalance, hasStatus]}>
        {(client) => {
          const days = cells.awayDays(client);
          return (
            <Row id={client.id} textValue={client.fullName}>
              {isSelectable && (
                <Cell data-cell="select">
                  <SelectionBox label={t('clients.select', { name: client.fullName })} />
                </Cell>
              )}
              <Cell data-cell="lead">
                <div className="person">
                  <Avatar name={client.fullName} photoUrl={client.photoUrl} />
                  <div className="who">
                    <Link className="" to="/clients/$clientId/{-$tab}" params={{ clientId: client.id }}>
                      {client.fullName}
                    </Link>
                    <small>{client.email ?? client.phone ?? t('clients.walkIn')}</small>
                  </div>
                  {hasStatus && client.status !== 'active' && (
                    <Pill tone={client.status === 'suspended' ? 'caution' : undefined}>
                      {t(STATUS_WORDS[client.status])}
                    </Pill>
                  )}
                </div>
              </Cell>
              <Cell data-priority="3">
                <span className="row" data-wrap="">
                  {client.tags.map((tag) => (
                    <span key={tag} className="tag">
                      {tag}
                    </span>
                  ))}
                </span>
              </Cell>
              {hasPackages && <Cell data-priority="2">{cells.holding(client)}</Cell>}
              {hasVisits && (
                <Cell data-cell="side" className={days !== undefined && days >= LATE_DAYS ? 'away late' : 'away'}>
                  {days === undefined ? (
                    <>
                      <span className="wide-only">{cells.away(days)}</span>
                      <span className="narrow-only">{t('clients.neverCame')}</span>
                    </>
                  ) : (
                    cells.away(days)
                  )}
                </Cell>
              )}
              <Cell data-priority="3" className="quiet">
                {cells.next(client)}
              </Cell>
              {hasVisits && (
                <Cell data-priority="3" className="num">
                  {client.stats.visits}
                </Cell>
              )}
              {hasBalance && (
                <Cell data-priority="3" className="num">
                  {client.accountBalance.amount < 0 ? (
                    <Status icon={CircleAlert} tone="critical">
                      {cells.balance(client)}
                    </Status>
                  ) : (
                    cells.balance(client)
                  )}
                </Cell>
              )}
            </Row>
          );
        }}
      </TableBody>
    </Table>
  );
};
