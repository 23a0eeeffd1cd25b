import { Braces } from 'lucide-react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useText } from '../../../../base/texts.tsx';
import { Icon } from '../../../../ui/pictures/icon.tsx';
import type { Segment } from '../model/model.ts';

/** What can be inserted into a sentence. */
export interface Insertable {
  readonly id: string;
  readonly label: string;
  readonly example: string;
  readonly segment: Segment;
}

interface InsertMenuProps {
  /** The text into which it inserts. */
  readonly name: string;
  readonly insertables: readonly Insertable[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onInsert: (segment: Segment) => void;
}

/** A button with the values that a sentence can name, each with its example. */
export const InsertMenu = ({ name, insertables, isOpen, onOpen, onClose, onInsert }: InsertMenuProps) => {
  const t = useText();
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={(opens) => (opens ? onOpen() : onClose())}>
      <AriaButton
        className="button"
        data-size="small"
        data-variant="quiet"
        aria-label={t('mailBlocks.insertIn', { text: name })}
      >
        <Icon of={Braces} />
        {t('mailBlocks.insert')}
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={t('mailBlocks.values')}
          onAction={(id) => {
            const found = insertables.find((each) => each.id === id);
            if (found !== undefined) onInsert(found.segment);
          }}
        >
          {insertables.map(({ id, label, example }) => (
            <MenuItem key={id} id={id} textValue={label}>
              <span>{label}</span>
              <span className="quiet small">{example}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
