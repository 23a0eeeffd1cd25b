import { useEffect, useRef, useState } from 'react';
import { keptInTab } from '../storage.ts';

/** Whether a stored draft still has the form of this version of the page. */
const isLike = (stored: unknown, draft: unknown): boolean =>
  typeof stored === typeof draft &&
  Array.isArray(stored) === Array.isArray(draft) &&
  (stored === null || draft === null || typeof draft !== 'object' || Array.isArray(draft)
    ? (stored === null) === (draft === null)
    : Object.entries(draft).every(([key, value]) => isLike((stored as Record<string, unknown>)[key], value)));

/** What was stored for a form, as long as it began from the same draft. */
const storedFor = <Draft>(key: string, first: Draft): Draft => {
  try {
    const { from, draft }: { from: unknown; draft: unknown } = JSON.parse(keptInTab.get(key) ?? '{}');
    const isSame = JSON.stringify(from) === JSON.stringify(first) && isLike(draft, first);
    return isSame ? (draft as Draft) : first;
  } catch {
    return first;
  }
};

/**
 * The draft of a long form. It stays in the tab until it is sent or dropped, also when the page is left or loaded again. What the form
 * began from is kept with it: a record that has changed since begins anew.
 */
export const useKeptDraft = <Draft>(name: string, firstOf: () => Draft) => {
  const key = `studiod.draft.${name}`;
  const [first] = useState(firstOf);
  const [draft, setDraft] = useState(() => storedFor(key, first));
  const isDropped = useRef(false);
  useEffect(() => {
    if (isDropped.current) return;
    if (draft === first) keptInTab.remove(key);
    else keptInTab.set(key, JSON.stringify({ from: first, draft }));
  }, [draft, first, key]);
  /** It was sent, or is not wanted. */
  const drop = (): void => {
    isDropped.current = true;
    keptInTab.remove(key);
  };
  return [draft, setDraft, drop] as const;
};
