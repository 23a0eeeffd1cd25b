import { type RefObject, useEffect, useRef } from 'react';

/** Brings an element into view when it appears: what answers an act may be below what is seen of a long form. */
export const useInView = <Shown extends HTMLElement>(isShown = true): RefObject<Shown | null> => {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return element;
};
