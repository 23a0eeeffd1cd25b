/** Damerau-Levenshtein distance (adjacent swaps count one), for short names. */
const distance = (left: string, right: string): number => {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) best = Math.min(best, (beforePrevious[column - 2] as number) + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] as number;
};

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The one of `known` that `name` was probably meant to be, or undefined where none is near. Case and `_-` are free. */
export const nearest = (name: string, known: Iterable<string>): string | undefined => {
  const wanted = bare(name).slice(0, 60);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const apart = distance(wanted, bare(candidate));
    if (apart < bestDistance) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
};

/** A sentence that names the nearest of `known`, or the empty string. */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  const near = nearest(name, known);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
};
