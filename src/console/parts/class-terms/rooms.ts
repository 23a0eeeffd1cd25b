import { useMe } from '../../session/session.ts';

/** The rooms of a site, with one that it has no more where a class is in it. */
export const useRoomsOf = (siteId: string, own: string | null = null) => {
  const rooms = useMe().sites.find(({ id }) => id === siteId)?.rooms ?? [];
  const names = rooms.map(({ name }) => name);
  const all = own === null || own === '' || names.includes(own) ? names : [...names, own];
  return { rooms, choices: all.map((name) => ({ id: name, name })) };
};
