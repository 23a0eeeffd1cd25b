import type { Read } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { invalid, invalidDetail } from '../../../kernel/problem.ts';
import type { Look } from '../../../mail/letter.ts';
import { render } from '../../../mail/render.ts';
import { brandDefaults, brandSettings } from '../../settings/queries.ts';
import { addressLine } from '../letters/compose.ts';
import type { LetterContent } from '../letters/context.ts';
import { writeLetter } from '../letters/write.ts';
import { requireFillable } from './check.ts';
import type { MessagePreviewResponse, TemplateTrialBody } from './shapes.ts';
import { inheritedTexts, type TemplateKey } from './stored.ts';
import { changedTexts } from './templates.ts';
import { EXAMPLE_NAME, exampleOf, variablesOf } from './variables.ts';

export interface TrialDeps {
  readonly rootUrl: () => string;
  readonly mailLook: (read: Read, language: string) => Look;
}

const COUNT = /^\d{1,4}$/;

/** The values of the cases in which a mail is tried. @throws Problem 400 for a case that the kind does not have. */
const caseValues = (
  read: Read,
  key: TemplateKey,
  cases: NonNullable<TemplateTrialBody['cases']>,
): LetterContent['values'] => {
  const variables = variablesOf(read, key);
  const details = cases.flatMap(({ name, value }, index) => {
    const found = variables.find((each) => each.name === name);
    if (found?.isNumber === true && COUNT.test(value)) return [];
    if (found?.cases.includes(value) === true) return [];
    const known = variables.filter((each) => each.cases.length > 0 || each.isNumber).map((each) => each.name);
    const cause =
      found === undefined || !known.includes(name)
        ? `there is no '${name}' with cases here. It has ${known.join(', ') || 'none'}`
        : `'${name}' has no case '${value}'. It has ${found.isNumber ? 'numbers' : found.cases.join(', ')}`;
    return [invalidDetail(`cases[${index}]`, `For 'cases', ${cause}.`, { reason: 'not_a_choice' })];
  });
  if (details.length > 0) throw invalid(details);
  const isNumber = new Set(variables.filter((each) => each.isNumber).map((each) => each.name));
  return Object.fromEntries(cases.map(({ name, value }) => [name, isNumber.has(name) ? Number(value) : value]));
};

/**
 * The example of a template with some texts changed, in some case.
 * @throws Problem 400 `template_invalid`, 403 `site_not_allowed`.
 */
export const tryTemplate = (
  read: Read,
  caller: Caller,
  key: TemplateKey,
  { cases = [], ...texts }: TemplateTrialBody,
  { rootUrl, mailLook }: TrialDeps,
): Omit<MessagePreviewResponse, 'object'> => {
  requireWholeBrand(caller, 'message templates');
  requireFillable(read, key, texts);
  const chosen = caseValues(read, key, cases);
  const { content, reader } = exampleOf(read, key, rootUrl);
  // Whoever cannot cancel online gets no link to do so.
  const noteLink = chosen.lateCost === 'desk' ? undefined : content.noteLink;
  const letter = writeLetter(
    key.kind,
    {
      ...content,
      ...(noteLink === undefined ? { noteLink: undefined } : { noteLink }),
      values: { ...content.values, ...chosen },
    },
    reader,
    {
      studio: brandSettings(read).name,
      firstName: EXAMPLE_NAME,
      address: addressLine(read, brandDefaults(read).defaultSiteId),
      hasCalendar: key.kind === 'booking_confirmed' || key.kind === 'waitlist_promoted',
      choicesUrl: rootUrl(),
      own: { ...inheritedTexts(read, key), ...changedTexts(read, key, texts).texts },
    },
  );
  return render(letter, mailLook(read, key.language));
};
