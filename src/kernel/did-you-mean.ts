/** A longer name is no misspelling of anything: no known name has this many letters. */
const MAX_LENGTH = 60;

/**
 * Damerau-Levenshtein distance (an adjacent swap counts as one edit) of two names of at most `MAX_LENGTH` letters.
 * Returns `limit` as soon as it is at least that.
 */
const distance = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforePrevious = new Uint8Array(right.length + 1);
  let previous = Uint8Array.from(beforePrevious, (_, column) => column);
  let current = new Uint8Array(right.length + 1);
  for (let row = 1; row <= left.length; row += 1) {
    const letter = left.charCodeAt(row - 1);
    const letterBefore = row > 1 ? left.charCodeAt(row - 2) : 0;
    let least = row;
    let last = row;
    current[0] = row;
    for (let column = 1; column <= right.length; column += 1) {
      const other = right.charCodeAt(column - 1);
      const above = previous[column] ?? 0;
      const diagonal = previous[column - 1] ?? 0;
      let best = Math.min(above + 1, last + 1, diagonal + (letter === other ? 0 : 1));
      if (row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && letterBefore === other)
        best = Math.min(best, (beforePrevious[column - 2] ?? 0) + 1);
      current[column] = best;
      last = best;
      least = Math.min(least, best);
    }
    // A swap reaches two rows back, so its value is never smaller than the smallest of the row between.
    if (least >= limit) return limit;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[right.length] ?? limit;
};

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The closest of `known` to a misspelt `name`, or undefined when none is close. Case and punctuation do not count. */
export const closestName = (name: string, names: Iterable<string>): string | undefined => {
  // Twice the length: punctuation may be between any two letters.
  if (name.length > 2 * MAX_LENGTH) return undefined;
  const wanted = bare(name);
  if (wanted.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of names) {
    const apart = distance(wanted, bare(candidate), bestDistance);
    if (apart < bestDistance) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
};

/** A sentence that suggests the closest of `known`, or the empty string. */
export const didYouMean = (name: string, names: Iterable<string>): string => {
  const near = closestName(name, names);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
};
