import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { PageSteps } from '../../ui/page-steps.tsx';
import { SORTS, type Sort } from './filters.ts';

const SORT_WORDS = {
  newest: 'clients.sortNewest',
  name: 'clients.sortName',
  last_visit: 'clients.sortLastVisit',
  longest_away: 'clients.sortLongestAway',
} as const;

interface ListFooterProps {
  readonly shown: number;
  readonly total: { readonly count: number; readonly isCapped: boolean } | undefined;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Absent on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** Absent on the last page. */
  readonly onNext: (() => void) | undefined;
}

/** How many clients are shown of how many, in which order, and the way to the next page. */
export const ListFooter = ({ shown, total, sort, onSort, onPrevious, onNext }: ListFooterProps) => {
  const t = useText();
  const counted =
    total === undefined
      ? t('clients.shownOnly', { shown })
      : t(total.isCapped ? 'clients.shownCapped' : 'clients.shown', { shown, count: total.count });
  return (
    <footer className="spread small quiet">
      <span>
        {counted},{' '}
        <MenuTrigger>
          <Button className="link small" aria-label={`${t('clients.sort')}: ${t(SORT_WORDS[sort])}`}>
            {t(SORT_WORDS[sort])}
          </Button>
          <Popover className="popover">
            <Menu
              className="menu"
              aria-label={t('clients.sort')}
              selectionMode="single"
              selectedKeys={[sort]}
              onAction={(key) => onSort(SORTS.find((each) => each === key) ?? sort)}
            >
              {SORTS.map((each) => (
                <MenuItem key={each} id={each}>
                  {t(SORT_WORDS[each])}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      </span>
      <PageSteps onPrevious={onPrevious} onNext={onNext} />
    </footer>
  );
};
