import { useEffect, useRef, useState } from 'react';
import { keptInTab } from '../../base/storage.ts';

/** Whether a stored draft still has the form of this version of the page. */
const isLike = (stored: unknown, draft: unknown): boolean =>
  typeof stored === typeof draft &&
  Array.isArray(stored) === Array.isArray(draft) &&
  (stored === null || draft === null || typeof draft !== 'object' || Array.isArray(draft)
    ? (stored === null) === (draft === null)
    : Object.entries(draft).every(([key, value]) => isLike((stored as Record<string, unknown>)[key], value)));

/** What was stored for a form, as long as it is of the same version. */
const storedFor = <Draft>(key: string | undefined, of: string, first: Draft): Draft => {
  if (key === undefined) return first;
  try {
    const stored: { of: unknown; draft: unknown } = JSON.parse(keptInTab.get(key) ?? '{}');
    return stored.of === of && isLike(stored.draft, first) ? (stored.draft as Draft) : first;
  } catch {
    return first;
  }
};

/**
 * The draft of a long form. It stays in the tab until it is sent or dropped, also when the page is left or loaded again.
 * @param name by which it is kept; without one it is not.
 * @param of the version of what is changed: a record that has changed since begins again.
 */
export const useKeptDraft = <Draft>(name: string | undefined, of: string, firstOf: () => Draft) => {
  const key = name === undefined ? undefined : `studiod.draft.${name}`;
  const [first] = useState(firstOf);
  const [draft, setDraft] = useState(() => storedFor(key, of, first));
  const isDropped = useRef(false);
  useEffect(() => {
    if (key === undefined || isDropped.current) return;
    if (draft === first) keptInTab.remove(key);
    else keptInTab.set(key, JSON.stringify({ of, draft }));
  }, [draft, first, key, of]);
  /** It was sent, or is not wanted. */
  const drop = (): void => {
    isDropped.current = true;
    if (key !== undefined) keptInTab.remove(key);
  };
  return [draft, setDraft, drop] as const;
};
