import { useEffect } from 'react';
import { TypingGuard } from '../forms/edit/leave-guard.tsx';
import { keepFocusInLists } from '../ui/keys/focus-stays.ts';
import { guardRestingPointer } from '../ui/keys/resting-pointer.ts';

/** What a press may need right away, also where the line is gone by then. */
const loadRest = (): void => {
  void Promise.allSettled([
    import('./account/site-menu.tsx'),
    import('./account/account-menu.tsx'),
    import('./navigation/more-dialog.tsx'),
    import('../parts/session/cancel-question.tsx'),
    import('../ui/overlays/confirm-question.tsx'),
  ]);
};

/** What watches over all pages, once the first picture is there. */
export const Guards = () => {
  useEffect(loadRest, []);
  useEffect(keepFocusInLists, []);
  useEffect(guardRestingPointer, []);
  // Tests wait for it.
  useEffect(() => document.body.setAttribute('data-guarded', ''), []);
  return <TypingGuard />;
};
