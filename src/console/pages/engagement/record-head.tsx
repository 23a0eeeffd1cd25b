import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

interface RecordHeadProps {
  readonly list: '/engagement' | '/engagement/boards' | '/engagement/awards';
  readonly listName: string;
  readonly title: string;
  /** Below the title: its state, and what it is. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a page below one of the lists, with the way back. */
export const RecordHead = ({ list, listName, title, note, actions }: RecordHeadProps) => {
  const t = useText();
  return (
    <div className="page-head">
      <div className="titles">
        <span className="crumb">
          <Link to="/engagement" className="">
            {t('engagement.title')}
          </Link>
          <Icon of={ChevronRight} />
          <Link to={list} className="">
            {listName}
          </Link>
        </span>
        <h1>{title}</h1>
        {note !== undefined && (
          <div className="row" data-wrap="">
            {note}
          </div>
        )}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
};
