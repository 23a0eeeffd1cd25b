/** A cell of a row of distances; infinite outside the row, so that it is never the smallest. */
const cell = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;

/** Damerau-Levenshtein distance (an adjacent swap counts as one edit), for short names. */
const distance = (left: string, right: string): number => {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        cell(previous, column) + 1,
        cell(current, column - 1) + 1,
        cell(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) best = Math.min(best, cell(beforePrevious, column - 2) + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return cell(previous, right.length);
};

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The closest of `known` to a misspelt `name`, or undefined when none is close. Case and punctuation do not count. */
export const closestName = (name: string, known: Iterable<string>): string | undefined => {
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

/** A sentence that suggests the closest of `known`, or the empty string. */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  const near = closestName(name, known);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
};
