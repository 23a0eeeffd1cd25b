import { characterCount } from '../../../kernel/plain-text.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { commonHash, SHORTEST_PASSWORD } from './common-hash.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const LONGEST_PASSWORD = 200;
/** A password of fewer different characters is a repetition. */
const FEWEST_DIFFERENT = 5;
/** What a password needs besides the name and the email of its person, in letters and digits. */
const FEWEST_OWN = 6;

interface Owner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const ownPart = (password: string, { firstName, lastName, email }: Owner): string =>
  [email, ...email.split(/[@.+_-]/), `${firstName}${lastName}`, lastName, firstName]
    .map(lettersAndDigits)
    .filter((part) => part.length > 2)
    .sort((left, right) => right.length - left.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), lettersAndDigits(password));

const weaknessOf = (password: string, owner: Owner): string | undefined => {
  const length = characterCount(password);
  if (length < SHORTEST_PASSWORD) return `Use at least ${SHORTEST_PASSWORD} characters. Three or four words work well.`;
  if (length > LONGEST_PASSWORD) return `Use at most ${LONGEST_PASSWORD} characters.`;
  if (COMMON_PASSWORDS.has(commonHash(password))) return 'Many people have this password. Choose another one.';
  if (new Set(password.toLowerCase()).size < FEWEST_DIFFERENT)
    return `Use at least ${FEWEST_DIFFERENT} different characters.`;
  const own = ownPart(password, owner);
  const isNamed = own.length < lettersAndDigits(password).length;
  return isNamed && own.length < FEWEST_OWN
    ? 'This is your name or your email. Choose something no one else would guess.'
    : undefined;
};

/** @throws Problem 400 `password_weak` for a password that is too short, common, or the name or the email (console.md "People"). */
export const requireStrong = (param: string, password: string, owner: Owner): void => {
  const weakness = weaknessOf(password.normalize('NFC').trim(), owner);
  if (weakness !== undefined) throw invalidParam(param, weakness, 'password_weak');
};
