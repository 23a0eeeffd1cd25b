import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../session/session.ts';
import { coversPerson } from './covers.ts';
import { type Person, personQuery } from './queries.ts';

/** Whether who is signed in decides who signs in as a person. The server asks it again with each request. */
export const useCovers = (person: Person): boolean => {
  const { staff, permissions } = useMe();
  const { data } = useQuery(personQuery(staff.id));
  return coversPerson({ ...staff, permissions, siteIds: data?.data.siteIds ?? [] }, person);
};
