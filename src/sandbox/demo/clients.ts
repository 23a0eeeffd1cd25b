import { demoId } from '../../resources/demo-ids.ts';

const NAMES = [
  ['Dana', 'Rivera'],
  ['Omar', 'Haddad'],
  ['Priya', 'Nair'],
  ['Lena', 'Fischer'],
  ['Marcus', 'Bell'],
  ['Yuki', 'Tanaka'],
  ['Sofía', 'Álvarez'],
  ['Noah', 'Okafor'],
  ['Chloé', 'Dubois'],
  ['Ivan', 'Petrov'],
  ['Grace', 'Kim'],
  ['Tomas', 'Novak'],
  ['Aisha', 'Bello'],
  ['Luca', 'Romano'],
  ['Hannah', 'Cohen'],
  ['Mateo', 'Silva'],
  ['Freya', 'Larsen'],
  ['Arjun', 'Mehta'],
  ['Zoe', 'Papadaki'],
  ['Ethan', 'Walker'],
  ['Mei', 'Chen'],
  ['Kofi', 'Mensah'],
  ['Nora', 'Lindqvist'],
  ['Victor', 'Moreau'],
  ['Ruth', 'Abrams'],
] as const;

/** A name as a part of an email address. */
export const mailbox = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** 25 clients: the first is the one of the ready line; the last two are suspended and archived. */
export const CLIENTS = NAMES.map(([firstName, lastName], index) => ({
  id: demoId(3, index + 1),
  firstName,
  lastName,
  email: `${mailbox(firstName)}.${mailbox(lastName)}@members.example`,
  phone: `+1 212 555 01${String(index + 1).padStart(2, '0')}`,
}));
