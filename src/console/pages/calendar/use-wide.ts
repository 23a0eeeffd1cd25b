import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** From this width on a week has room side by side, in the size of the text. */
const WIDE_REM = 46;

const isWideFor = ({ clientWidth }: HTMLElement): boolean =>
  clientWidth >= WIDE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Whether an element is wide enough for the grid of a week: undefined until it is measured. */
export const useWide = (): { ref: RefObject<HTMLDivElement | null>; isWide: boolean | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState<boolean>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWide(isWideFor(element));
    const observer = new ResizeObserver(() => setWide(isWideFor(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isWide };
};
