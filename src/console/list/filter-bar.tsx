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
import { useShortcut } from '../shell/shortcuts.ts';
import { Text, useText } from '../texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { type ListFilter, shownValue } from './filters.ts';

interface FilterBarProps {
  readonly filters: readonly ListFilter[];
  /** Filters the list by a value, or no longer. */
  readonly onSet: (id: string, value: string | undefined) => void;
  /** What stands before the filters, such as a field that finds. */
  readonly children?: ReactNode;
}

/** The filters that are set, each in words with a way to drop it. */
const Chips = ({ filters, onSet }: FilterBarProps) => {
  const t = useText();
  const items = filters.flatMap((filter) => {
    const value = shownValue(filter);
    return value === undefined ? [] : [{ id: filter.id, label: filter.label, value }];
  });
  if (items.length === 0) return null;
  return (
    <TagGroup
      aria-label={t('lists.filters')}
      className="chip-group"
      onRemove={(keys) => {
        for (const key of keys) onSet(String(key), undefined);
      }}
    >
      <TagList className="chip-list" items={items} dependencies={[items]}>
        {({ label, value }) => (
          <Tag className="chip" data-set="" textValue={label}>
            <span>
              <Text id="lists.chip" values={{ name: label, value }} />
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

const Choices = ({ filter, onSet }: { filter: ListFilter; onSet: FilterBarProps['onSet'] }) => (
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

/** The filters of a list: those that are set as chips, and a button that adds another; also by the key F. */
export const FilterBar = ({ filters, onSet, children }: FilterBarProps) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  useShortcut('f', () => setOpen(true));
  return (
    <div className="row chips" data-wrap="">
      {children}
      <Chips filters={filters} onSet={onSet} />
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className="chip">
          <Icon of={Plus} />
          {t('lists.addFilter')}
        </AriaButton>
        <Popover className="popover" placement="bottom start">
          <Menu className="menu" aria-label={t('lists.addFilter')}>
            {filters.map((filter) =>
              filter.choices.length === 0 && filter.ask !== undefined ? (
                <MenuItem key={filter.id} id={filter.id} onAction={filter.ask.onAsk}>
                  {filter.ask.name}
                </MenuItem>
              ) : (
                <SubmenuTrigger key={filter.id}>
                  <MenuItem id={filter.id} textValue={filter.label}>
                    {filter.label}
                  </MenuItem>
                  <Popover className="popover">
                    <Choices filter={filter} onSet={onSet} />
                  </Popover>
                </SubmenuTrigger>
              ),
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
};
