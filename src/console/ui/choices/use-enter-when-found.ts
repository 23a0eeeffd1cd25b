import { useEffect, useEffectEvent, useRef } from 'react';

interface Waiting {
  readonly text: string;
  readonly seen: string | undefined;
}

/**
 * Enter that is pressed before the results of what was typed are there, as by fast typists: it acts once they are there.
 * It is forgotten when someone types on, or leaves the field.
 * @param isFound whether the results of the whole text are there.
 * @param act does what Enter does. Its argument is the item that stood first when Enter was pressed.
 */
export const useEnterWhenFound = (text: string, isFound: boolean, act: (seen: string | undefined) => void) => {
  const waiting = useRef<Waiting>(undefined);
  const actNow = useEffectEvent(() => {
    const pressed = waiting.current;
    waiting.current = undefined;
    if (pressed !== undefined && pressed.text === text) act(pressed.seen);
  });
  useEffect(() => {
    if (isFound) actNow();
  }, [isFound]);
  return {
    wait: (seen: string | undefined): void => {
      waiting.current = { text, seen };
    },
    forget: (): void => {
      waiting.current = undefined;
    },
  };
};
