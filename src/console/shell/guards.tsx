import { useEffect } from 'react';
import { TypingGuard } from '../edit/leave-guard.tsx';
import { keepFocusInLists } from '../ui/focus-stays.ts';
import { guardRestingPointer } from '../ui/resting-pointer.ts';
import { allowTranslation } from '../ui/translated-page.ts';

allowTranslation();

/** What watches over all pages, once the first picture is there. */
export const Guards = () => {
  useEffect(keepFocusInLists, []);
  useEffect(guardRestingPointer, []);
  // Tests wait for it.
  useEffect(() => document.body.setAttribute('data-guarded', ''), []);
  return <TypingGuard />;
};
