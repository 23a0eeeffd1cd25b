import type { Letter } from '../../../mail/letter.ts';
import { oneLine } from '../../../mail/one-line.ts';
import { forDependant } from '../../calendars/feeds.ts';
import type { ClientRow } from '../../clients/record.ts';
import type { Reader } from '../letters/context.ts';

/** A letter to an adult about a dependant: it says for whom, and its button opens the page as that dependant. */
export const aboutDependant = (
  letter: Letter,
  { id, firstName }: Pick<ClientRow, 'id' | 'firstName'>,
  { t }: Reader,
): Letter => {
  const name = oneLine(firstName);
  const { action } = letter;
  return {
    ...letter,
    subject: `${name}: ${letter.subject}`,
    facts: [{ label: t('forWhom'), lines: [name] }, ...(letter.facts ?? [])],
    ...(action === undefined ? {} : { action: { ...action, url: forDependant(action.url, id) } }),
  };
};
