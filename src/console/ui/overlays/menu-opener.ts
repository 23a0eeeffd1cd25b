import { type RefObject, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PressEvent } from 'react-aria-components';

/** What a menu that is loaded later knows of its button. */
export interface MenuPlace {
  readonly trigger: RefObject<HTMLElement | null>;
  /** The id of the button, whose words name the menu. */
  readonly labelledBy: string;
  /** What has the focus at first: the menu itself, or one of its items. */
  readonly autoFocus: true | 'first' | 'last';
  readonly onClose: () => void;
}

const ENDS: Readonly<Record<string, 'first' | 'last'>> = { ArrowDown: 'first', ArrowUp: 'last' };

/** A button that opens a menu. Menus are a tenth of the scripts of the library, and no page needs one at first. */
export const useMenuOpener = () => {
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [autoFocus, setAutoFocus] = useState<MenuPlace['autoFocus']>();
  const place: MenuPlace | undefined =
    autoFocus === undefined
      ? undefined
      : { trigger, labelledBy: id, autoFocus, onClose: () => setAutoFocus(undefined) };
  const button = {
    ref: trigger,
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': place !== undefined,
    onPress: ({ pointerType }: PressEvent) =>
      setAutoFocus(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : true),
    onKeyDown: (event: KeyboardEvent) => {
      const end = ENDS[event.key];
      if (end === undefined) return event.continuePropagation();
      event.preventDefault();
      setAutoFocus(end);
    },
  } as const;
  return { button, place };
};
