import { useState } from 'react';

/**
 * Copies texts. Where the browser refuses, and on pages without https, the element that shows the text is marked, to be copied by
 * hand. `copied` is the text that was copied last.
 */
export const useCopy = () => {
  const [copied, setCopied] = useState<string>();
  const copy = async (text: string, shown: Element | null | undefined): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      if (shown instanceof HTMLInputElement) shown.select();
      else if (shown != null) getSelection()?.selectAllChildren(shown);
    }
  };
  return { copied, copy };
};
