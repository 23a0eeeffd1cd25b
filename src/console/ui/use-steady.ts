import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { later } from '../base/time/now.ts';

/** After a touch the places stay for a moment, since a finger hides what it touches. */
const TOUCH_MS = 1_500;

/** The id of the item around an element. */
const steadyIdOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-steady]')?.dataset.steady;

/**
 * A list that keeps its places while a pointer is in it: items that have gone stay where they are, new ones come last. So
 * nothing slides under a pointer. An item that has the focus stays too. Each item has its id in `data-steady`.
 * @param find an item that is no longer in the list, as it is now; undefined drops it.
 */
export const useSteady = <Item extends { readonly id: string }>(
  items: readonly Item[],
  find: (id: string) => Item | undefined,
) => {
  const [hasPointer, setPointer] = useState(false);
  const [focused, setFocused] = useState<string>();
  const places = useRef<readonly string[]>([]);
  const endWait = useRef<() => void>(undefined);
  const list = useRef<Element>(null);
  useEffect(() => () => endWait.current?.(), []);
  useEffect(() => {
    if (!hasPointer) return;
    // When what is under the pointer goes with its act, the browser does not say that the pointer leaves the list.
    const onMove = ({ target, pointerType }: globalThis.PointerEvent): void => {
      const isIn = target instanceof Node && list.current?.contains(target) === true;
      if (!isIn && pointerType !== 'touch') setPointer(false);
    };
    document.addEventListener('pointermove', onMove);
    return () => document.removeEventListener('pointermove', onMove);
  }, [hasPointer]);
  const byId = new Map(items.map((item) => [item.id, item]));
  // A button that goes with its act takes the focus along, and no event says so.
  const holdsFocus = focused !== undefined && steadyIdOf(document.activeElement) === focused;
  const isKept = (id: string): boolean => hasPointer || (holdsFocus && id === focused);
  const kept = hasPointer || holdsFocus ? places.current : [];
  const shown = [
    ...kept.flatMap((id) => byId.get(id) ?? (isKept(id) ? find(id) : undefined) ?? []),
    ...items.filter(({ id }) => !kept.includes(id)),
  ];
  places.current = shown.map(({ id }) => id);
  return {
    shown,
    /** What the element around the list gets. */
    holds: {
      onPointerEnter: ({ currentTarget }: PointerEvent) => {
        endWait.current?.();
        list.current = currentTarget;
        setPointer(true);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        endWait.current?.();
        if (pointerType === 'touch') endWait.current = later(() => setPointer(false), TOUCH_MS);
        else setPointer(false);
      },
      onFocus: ({ target }: FocusEvent) => setFocused(steadyIdOf(target)),
      onBlur: () => setFocused(undefined),
    },
  };
};
