import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../formats.ts';
import { FilterBar } from '../../../list/filter-bar.tsx';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { EngagementFrame } from '../engagement-frame.tsx';
import { PERIOD_TYPES, RANKED_BY } from './board-record.ts';
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

const ARCHIVED = 'archived';

/** The boards with who leads, for who manages challenges. */
export const BoardsPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const { number } = useFormats();
  const [hasArchived, setArchived] = useState(false);
  const query = useInfiniteQuery(boardsQuery(hasArchived));
  useShortcut('n', () => void navigate({ to: '/engagement/boards/new' }));
  return (
    <EngagementFrame
      page="/engagement/boards"
      act={
        <Link to="/engagement/boards/new" className="button" variant="primary">
          <Icon of={Plus} />
          {t('boards.newBoard')}
          <kbd>N</kbd>
        </Link>
      }
    >
      <FilterBar
        filters={[
          {
            id: 'state',
            label: t('engagement.state'),
            choices: [{ id: ARCHIVED, name: t('boards.withArchived') }],
            value: hasArchived ? ARCHIVED : undefined,
          },
        ]}
        onSet={(_, value) => setArchived(value === ARCHIVED)}
      />
      <PagedTable
        query={query}
        caption={t('engagement.boards')}
        hasActs={false}
        empty={t('boards.noBoards')}
        columns={[
          { name: t('boards.board') },
          { name: t('boards.leader') },
          { name: t('boards.periodType'), priority: 3 },
          { name: t('boards.ranked'), priority: 3, isNumber: true },
          { name: t('engagement.state') },
        ]}
      >
        {(board) => {
          const state = BOARD_STATES[board.status];
          return (
            <>
              <td data-cell="lead">
                <LeadCell
                  name={
                    <Link className="strong" to="/engagement/boards/$boardId/{-$tab}" params={{ boardId: board.id }}>
                      {board.name}
                    </Link>
                  }
                  note={t(RANKED_BY[board.rankBy])}
                />
              </td>
              <td data-priority="2">
                <Leader board={board} />
              </td>
              <td data-priority="3">{t(PERIOD_TYPES[board.periodType])}</td>
              <td data-priority="3" className="num">
                {number(board.participantCount)}
              </td>
              <td data-cell="side">
                <Status icon={state.icon} tone={state.tone}>
                  {t(state.label)}
                </Status>
              </td>
            </>
          );
        }}
      </PagedTable>
    </EngagementFrame>
  );
};
