import { present } from '../../../base/present.ts';
import type { Session } from '../../../parts/calendar/queries.ts';

/** A room with the letter and the color that it has in the calendar. */
export interface Room {
  /** Its name; `online` for what takes place online. */
  readonly id: string;
  readonly name: string;
  readonly letter: string;
  readonly plot: number;
}

/** Colors in an order in which neighbors differ. */
const PLOTS = [1, 3, 2, 6, 4, 8, 5, 7];
const ONLINE = 'online';

/** The letters that may stand for a name: its last word if that is a single letter, then its first letters. */
const lettersFor = (name: string): readonly string[] => {
  const words = name.split(/\s+/);
  const last = words.at(-1) ?? '';
  const letters = [...name.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const single = words.length > 1 && [...last].length === 1 && last;
  return present([single, ...letters]).map((letter) => letter.toUpperCase());
};

export const roomIdOf = ({ roomName, isVirtual }: Pick<Session, 'roomName' | 'isVirtual'>): string =>
  roomName ?? (isVirtual ? ONLINE : '');

/** The rooms of a site and of its sessions, each with its own letter. */
export const roomsOf = (
  names: readonly string[],
  sessions: readonly Pick<Session, 'roomName' | 'isVirtual'>[],
  words: { readonly online: string; readonly none: string },
): readonly Room[] => {
  const found = [...new Set(sessions.map(roomIdOf))].filter((id) => id !== '' && id !== ONLINE && !names.includes(id));
  const ids = [...names, ...found.toSorted((left, right) => left.localeCompare(right))];
  if (sessions.some((session) => roomIdOf(session) === ONLINE)) ids.push(ONLINE);
  if (sessions.some((session) => roomIdOf(session) === '')) ids.push('');
  const taken = new Set<string>();
  return ids.map((id, index) => {
    const name = id === ONLINE ? words.online : id === '' ? words.none : id;
    const letter = lettersFor(name).find((each) => !taken.has(each)) ?? String(index + 1);
    taken.add(letter);
    return { id, name, letter, plot: PLOTS[index % PLOTS.length] ?? 1 };
  });
};
