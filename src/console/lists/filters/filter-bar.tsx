import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  SubmenuTrigger,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import { Text, useText } from '../../base/texts.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { type Chip, chipsOf, type ListFilter } from './filters.ts';

interface ChipsProps {
  readonly chips: readonly Chip[];
  /** Filters the list by a value, or no longer. */
  readonly onSet: (id: string, value: string | undefined) => void;
}

/** The filters that are set, each in words with a way to drop it. */
const Chips = ({ chips, onSet }: ChipsProps) => {
  const t = useText();
  if (chips.length === 0) return null;
  return (
    <TagGroup
      aria-label={t('lists.filters')}
      className="chip-group"
      onRemove={(keys) => {
        for (const key of keys) onSet(String(key), undefined);
      }}
    >
      <TagList className="chip-list" items={chips} dependencies={[chips]}>
        {({ label, words }) => (
          <Tag className="chip" data-set="" textValue={label}>
            <span>
              <Text {...words} />
            </span>
            <AriaButton slot="remove" aria-label={t('lists.removeFilter', { name: label })}>
              <Icon of={X} />
            </AriaButton>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
};

const ASK = '…';

const Choices = ({ filter, onSet }: { filter: ListFilter; onSet: ChipsProps['onSet'] }) => (
  <Menu
    className="menu options"
    aria-label={filter.label}
    selectionMode="single"
    selectedKeys={filter.value === undefined ? [] : [filter.value]}
    onAction={(key) => (key === ASK ? filter.ask?.onAsk() : onSet(filter.id, String(key)))}
  >
    {filter.choices.map(({ id, name }) => (
      <MenuItem key={id} id={id}>
        {name}
      </MenuItem>
    ))}
    {filter.ask !== undefined && <Separator />}
    {filter.ask !== undefined && <MenuItem id={ASK}>{filter.ask.name}</MenuItem>}
  </Menu>
);

const FilterItem = ({ filter, onSet }: { filter: ListFilter; onSet: ChipsProps['onSet'] }) =>
  filter.choices.length === 0 && filter.ask !== undefined ? (
    <MenuItem id={filter.id} onAction={filter.ask.onAsk}>
      {filter.ask.name}
    </MenuItem>
  ) : (
    <SubmenuTrigger>
      <MenuItem id={filter.id} textValue={filter.label}>
        {filter.label}
      </MenuItem>
      <Popover className="popover">
        <Choices filter={filter} onSet={onSet} />
      </Popover>
    </SubmenuTrigger>
  );

interface FilterBarProps extends Pick<ChipsProps, 'onSet'> {
  readonly filters: readonly ListFilter[];
  readonly chips?: readonly Chip[];
  /** What is before the filters, such as a field that finds. */
  readonly children?: ReactNode;
  /** What is behind them, such as what saves them. */
  readonly after?: ReactNode;
}

/** The filters of a list: those that are set as chips, and a button that adds another; also by the key F. */
export const FilterBar = ({ filters, chips = chipsOf(filters), onSet, children, after }: FilterBarProps) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  useShortcut('f', () => setOpen(true));
  return (
    <div className="row chips" data-wrap="">
      {children}
      <Chips chips={chips} onSet={onSet} />
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className="chip">
          <Icon of={Plus} />
          {t('lists.addFilter')}
        </AriaButton>
        <Popover className="popover" placement="bottom start">
          <Menu className="menu" aria-label={t('lists.addFilter')}>
            {filters.flatMap((filter) => [
              ...(filter.isApart === true ? [<Separator key={`above ${filter.id}`} />] : []),
              <FilterItem key={filter.id} filter={filter} onSet={onSet} />,
            ])}
          </Menu>
        </Popover>
      </MenuTrigger>
      {after}
    </div>
  );
};
