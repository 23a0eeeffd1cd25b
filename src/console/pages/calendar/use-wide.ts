import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** From this width on a week has room side by side. */
const WIDE_PX = 736;

/** Whether an element is wide enough for the grid of a week: undefined until it is measured. */
export const useWide = (): { ref: RefObject<HTMLDivElement | null>; isWide: boolean | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState<boolean>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWide(element.clientWidth >= WIDE_PX);
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= WIDE_PX));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isWide };
};
