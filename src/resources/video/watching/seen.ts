/** From, to, from, to in milliseconds of the video, ascending. Parts do not touch. */
export type Seen = readonly number[];

/** The maximum number of parts that are kept, so that what is stored for a video stays small whatever a client sends. */
export const MAX_PARTS = 200;

/** Removes the shortest part; of equal ones the earliest. */
const withoutShortest = (seen: Seen): Seen => {
  let shortest = 0;
  const lengthAt = (at: number): number => Number(seen[at + 1]) - Number(seen[at]);
  for (let at = 2; at < seen.length; at += 2) if (lengthAt(at) < lengthAt(shortest)) shortest = at;
  return seen.toSpliced(shortest, 2);
};

/** Merges `from` up to `to` (ms). Beyond `MAX_PARTS` the shortest part is forgotten: no one gets more than they saw. */
export const withPart = (seen: Seen, from: number, to: number): Seen => {
  if (to <= from) return seen;
  let [start, end] = [from, to];
  const before: number[] = [];
  const after: number[] = [];
  for (let at = 0; at < seen.length; at += 2) {
    const [left, right] = [Number(seen[at]), Number(seen[at + 1])];
    if (right < from) before.push(left, right);
    else if (left > to) after.push(left, right);
    else {
      start = Math.min(start, left);
      end = Math.max(end, right);
    }
  }
  const merged = [...before, start, end, ...after];
  return merged.length > 2 * MAX_PARTS ? withoutShortest(merged) : merged;
};

/** How much of a video was seen, in milliseconds of the video. */
export const seenMs = (seen: Seen): number => {
  let total = 0;
  for (let at = 0; at < seen.length; at += 2) total += Number(seen[at + 1]) - Number(seen[at]);
  return total;
};

export const packSeen = (seen: Seen): string => seen.join(' ');
export const unpackSeen = (text: string): Seen => (text === '' ? [] : text.split(' ').map(Number));
