import { foldedTogether } from '../../../kernel/folding.ts';

/** The first place of a text in a name, whatever the accents, the case, apostrophes and hyphens. */
const placeOf = (name: string, text: string): readonly [number, number] | undefined => {
  const letters = [...name];
  const wanted = foldedTogether(text);
  if (wanted === '') return undefined;
  for (let start = 0; start < letters.length; start += 1) {
    if (foldedTogether(letters[start] ?? '') === '') continue;
    let end = start;
    let part = '';
    while (end < letters.length && part.length < wanted.length) {
      part += foldedTogether(letters[end] ?? '');
      end += 1;
    }
    if (part === wanted) return [start, end];
  }
  return undefined;
};

/** A name in which the letters that were searched for stand out. */
export const Marked = ({ name, text }: { name: string; text: string }) => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const place = words.map((word) => placeOf(name, word)).find((each) => each !== undefined);
  if (place === undefined) return name;
  const [start, end] = place;
  const letters = [...name];
  return (
    <>
      {letters.slice(0, start).join('')}
      <mark>{letters.slice(start, end).join('')}</mark>
      {letters.slice(end).join('')}
    </>
  );
};
