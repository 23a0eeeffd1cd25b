import { useState } from 'react';
import type { Variants } from '../model/model.ts';
import { readText } from '../model/read-text.ts';
import { saysTheSame } from '../model/rows.ts';
import { writeText } from '../model/write-text.ts';

interface Block {
  /** Undefined for a text that only code shows. */
  readonly variants: Variants | undefined;
  readonly change: (variants: Variants) => void;
}

/**
 * A text as sentences and cases. What is typed stays as it was typed, and is read anew only when the text changes otherwise. A text
 * that says what the default says is the default, so that nothing is stored for it.
 */
export const useBlock = (
  text: string,
  {
    language,
    same,
    set,
  }: { readonly language: string; readonly same: readonly string[]; readonly set: (text: string) => void },
): Block => {
  const [known, setKnown] = useState(() => ({ text, variants: readText(text, language) }));
  const current = known.text === text ? known : { text, variants: readText(text, language) };
  if (current !== known) setKnown(current);
  return {
    variants: current.variants,
    change: (variants) => {
      const written = writeText(variants);
      const kept = same.find((each) => saysTheSame(each, written, language)) ?? written;
      setKnown({ text: kept, variants });
      set(kept);
    },
  };
};
