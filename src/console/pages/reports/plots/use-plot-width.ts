import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A plot is drawn as wide as its place, up to this width; from there on it grows as a whole. */
const WIDEST = 1060;
const NARROWEST = 280;

/** The width in which a plot is drawn; undefined until its place is measured. */
export const usePlotWidth = (): { ref: RefObject<HTMLDivElement | null>; width: number | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setWidth(Math.min(WIDEST, Math.max(NARROWEST, element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
