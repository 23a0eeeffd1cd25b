interface Room {
  readonly name: string;
  readonly capacity: number | null;
}

interface Seated {
  readonly roomName: string;
  readonly capacity: string;
}

const seatsIn = (rooms: readonly Room[], name: string): string =>
  String(rooms.find((room) => room.name === name)?.capacity ?? '');

/** A class in another room has as many seats as there is room, unless someone has said otherwise. */
export const withSeats = <D extends Seated>(rooms: readonly Room[], draft: D, before: D): D => {
  const seats = seatsIn(rooms, draft.roomName);
  if (draft.roomName === before.roomName || seats === '') return draft;
  const isOwn = before.capacity !== '' && before.capacity !== seatsIn(rooms, before.roomName);
  return isOwn ? draft : { ...draft, capacity: seats };
};
