import type { RefObject } from 'react';
import { Popover } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { CancelOutcome } from './cancel-outcome.tsx';
import type { Entry, Session } from './queries.ts';
import { useRights } from './rights.ts';
import type { Acts } from './use-acts.ts';

interface QuestionProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly acts: Acts;
  /** The row at which it stands. */
  readonly row: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Asks before a booking is cancelled, at the row of the person, with what that does beside the button. */
export const CancelQuestion = ({ entry, session, acts, row, onClose }: QuestionProps) => {
  const t = useText();
  const rights = useRights(session);
  return (
    <Popover
      className="popover cancel-question"
      triggerRef={row}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      aria-label={t('today.cancelBooking')}
    >
      <CancelOutcome entry={entry} session={session} acts={acts} rights={rights} onClose={onClose} />
    </Popover>
  );
};
