import type { ReactNode } from 'react';
import { Menu, Popover, type PopoverProps } from 'react-aria-components';
import type { MenuPlace } from './menu-opener.ts';

interface LaterMenuProps {
  readonly place: MenuPlace;
  readonly placement: NonNullable<PopoverProps['placement']>;
  readonly children: ReactNode;
}

/** The menu of a button, see `useMenuOpener`. */
export const LaterMenu = ({ place, placement, children }: LaterMenuProps) => {
  const { trigger, labelledBy, autoFocus, onClose } = place;
  return (
    <Popover
      className="popover"
      trigger="MenuTrigger"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      aria-labelledby={labelledBy}
    >
      <Menu className="menu" aria-labelledby={labelledBy} autoFocus={autoFocus} onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  );
};
