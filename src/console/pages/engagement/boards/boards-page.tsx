import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useListAddress } from '../../../lists/use-list-address.ts';
import { PERIOD_TYPES, RANKED_BY } from '../../../parts/engagement/board-record.ts';
import { Link } from '../../../ui/button.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { EngagementList } from '../engagement-list.tsx';
import { boardsQuery, type ListedBoard } from './queries.ts';
import { BOARD_STATES, useValueWords } from './words.ts';

/** Who leads, with the value. */
const Leader = ({ board }: { board: ListedBoard }) => {
  const t = useText();
  const writeValue = useValueWords();
  const { leader } = board;
  if (leader === null || leader === undefined) return <span className="quiet">{t('boards.nobodyYet')}</span>;
  return (
    <span className="leader">
      <b>{leader.displayName}</b>{' '}
      <span className="quiet">{writeValue(board, leader.value, leader.formattedValue)}</span>
    </span>
  );
};

const useColumns = (): readonly ListColumn<ListedBoard>[] => {
  const t = useText();
  const { number } = useFormats();
  return [
    {
      id: 'board',
      name: t('boards.board'),
      part: 'lead',
      cell: ({ id, name, rankBy }) => (
        <LeadCell
          name={
            <Link className="strong" to="/engagement/boards/$boardId/{-$tab}" params={{ boardId: id }}>
              {name}
            </Link>
          }
          note={t(RANKED_BY[rankBy])}
        />
      ),
    },
    { id: 'leader', name: t('boards.leader'), cell: (board) => <Leader board={board} /> },
    {
      id: 'period',
      name: t('boards.periodType'),
      priority: 3,
      isQuiet: false,
      cell: ({ periodType }) => t(PERIOD_TYPES[periodType]),
    },
    {
      id: 'ranked',
      name: t('boards.ranked'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ participantCount }) => number(participantCount),
    },
    {
      id: 'state',
      name: t('engagement.state'),
      part: 'side',
      cell: ({ status }) => {
        const { icon, tone, label } = BOARD_STATES[status];
        return (
          <Status icon={icon} tone={tone}>
            {t(label)}
          </Status>
        );
      },
    },
  ];
};

const route = getRouteApi('/signed-in/engagement/boards');

const ARCHIVED = 'archived';

/** The boards with who leads, for anyone who manages challenges. */
export const BoardsPage = () => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasArchived = search.state === ARCHIVED;
  const query = useInfiniteQuery(boardsQuery(hasArchived));
  const columns = useColumns();
  const address = useListAddress(search, (next) => void navigate({ search: next, replace: true }));
  return (
    <EngagementList
      label="engagement.boards"
      add={{ to: '/engagement/boards/new', name: 'boards.newBoard' }}
      filters={[
        {
          id: 'state',
          label: t('engagement.state'),
          choices: [{ id: ARCHIVED, name: t('boards.withArchived') }],
          value: hasArchived ? ARCHIVED : undefined,
        },
      ]}
      address={address}
      pages={query}
      columns={columns}
      empty={t('boards.noBoards')}
    />
  );
};
