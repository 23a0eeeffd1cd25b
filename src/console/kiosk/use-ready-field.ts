import { type RefObject, useEffect } from 'react';

/**
 * Keeps the field ready: it has the focus as soon as the kiosk is shown, and takes what a scanner types wherever somebody has
 * tapped before. While something else asks, such as the PIN, the keys stay there.
 */
export const useReadyField = (field: RefObject<HTMLInputElement | null>, isReady: boolean): void => {
  useEffect(() => {
    if (!isReady) return;
    field.current?.focus();
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      // A space presses the button that has the focus.
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field, isReady]);
};
