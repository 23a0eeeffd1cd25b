import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { PageSteps } from '../ui/tables/page-steps.tsx';

/** The orders that a list can have, and the one it has. */
export interface ListOrder {
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

const OrderMenu = ({ label, choices, value, onChoose }: ListOrder) => {
  const name = choices.find(({ id }) => id === value)?.name;
  return (
    <MenuTrigger>
      <Button className="link small" aria-label={`${label}: ${name}`}>
        {name}
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={label}
          selectionMode="single"
          selectedKeys={[value]}
          onAction={(key) => onChoose(String(key))}
        >
          {choices.map((each) => (
            <MenuItem key={each.id} id={each.id}>
              {each.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};

/** How many records a list has, as far as the server counts. */
export interface Total {
  readonly count: number;
  readonly isCapped: boolean;
}

interface ListFooterProps {
  readonly shown: number;
  readonly total: Total | undefined;
  readonly order: ListOrder | undefined;
  /** Absent on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** Absent on the last page. */
  readonly onNext: (() => void) | undefined;
}

/** How many records are shown for how many, in which order, and the way to the next page. */
export const ListFooter = ({ shown, total, order, onPrevious, onNext }: ListFooterProps) => {
  const t = useText();
  const isAll = onPrevious === undefined && onNext === undefined;
  if (total === undefined && order === undefined && isAll) return null;
  return (
    <footer className="spread small quiet">
      <span>
        {total === undefined
          ? t('lists.shownOnly', { shown })
          : t(total.isCapped ? 'lists.shownCapped' : 'lists.shown', { shown, count: total.count })}
        {order !== undefined && (
          <>
            , <OrderMenu {...order} />
          </>
        )}
      </span>
      <PageSteps onPrevious={onPrevious} onNext={onNext} />
    </footer>
  );
};
