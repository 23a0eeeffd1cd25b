import { useEffect } from 'react';
import { TypingGuard } from '../edit/leave-guard.tsx';
import { keepFocusInLists } from '../ui/focus-stays.ts';
import { guardRestingPointer } from '../ui/resting-pointer.ts';
import { allowTranslation } from '../ui/translated-page.ts';

allowTranslation();

/** What a press may need at once, also where the line is gone by then. */
const loadRest = (): void => {
  void Promise.allSettled([
    import('./site-menu.tsx'),
    import('./account-menu.tsx'),
    import('./more-dialog.tsx'),
    import('../pages/today/cancel-question.tsx'),
    import('../ui/confirm-question.tsx'),
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
