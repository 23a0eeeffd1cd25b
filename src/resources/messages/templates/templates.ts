import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { Look } from '../../../mail/letter.ts';
import { render } from '../../../mail/render.ts';
import type { MemberLanguage } from '../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../texts/made/languages.ts';
import { mailLanguageOf } from '../../../texts/mail.ts';
import { brandDefaults, brandSettings } from '../../settings/queries.ts';
import { addressLine } from '../letters/compose.ts';
import { writeLetter } from '../letters/write.ts';
import { requireFillable } from './check.ts';
import {
  type MessagePreviewResponse,
  type MessageTemplateResponse,
  TEMPLATE_KINDS,
  TEXT_NAMES,
  type TemplateTextsBody,
} from './shapes.ts';
import { type OwnTexts, storedTemplate, storeTexts, type TemplateKey } from './stored.ts';
import { EXAMPLE_NAME, exampleOf, textsOf, variablesOf } from './variables.ts';

/** A template as its path names it: the kind, a dot, and the language. @throws Problem 404 */
export const findTemplate = (_read: Read, _caller: Caller, id: string): TemplateKey => {
  const [given, of] = id.split('.');
  const kind = TEMPLATE_KINDS.find((each) => each === given);
  const language = MEMBER_LANGUAGES.find((each) => each === of);
  if (kind === undefined || language === undefined) throw notFound('message template', id);
  return { kind, language };
};

const idOf = ({ kind, language }: TemplateKey): string => `${kind}.${language}`;

export const templateView = (read: Read, { kind, language }: TemplateKey): MessageTemplateResponse => {
  const key = { kind, language };
  const stored = storedTemplate(read, key);
  const builtIn = textsOf(read, key);
  return {
    object: 'message_template',
    id: idOf(key),
    ...key,
    isChanged: stored !== undefined,
    ...builtIn,
    ...stored?.texts,
    builtIn,
    variables: variablesOf(read, key),
    updatedAt: stored?.updatedAt ?? null,
  };
};

/** The templates of every kind in a language, by default the brand's. */
export const templatesIn = (
  read: Read,
  language: MemberLanguage = mailLanguageOf(brandSettings(read).locale),
): (TemplateKey & { readonly id: string })[] =>
  TEMPLATE_KINDS.map((kind) => ({ id: idOf({ kind, language }), kind, language }));

/** The texts that differ from the texts of studiod after a change. */
const changedTexts = (read: Read, key: TemplateKey, body: TemplateTextsBody): OwnTexts => {
  const before = storedTemplate(read, key)?.texts ?? {};
  const builtIn = textsOf(read, key);
  const after = TEXT_NAMES.map((name) => [name, body[name] === undefined ? before[name] : body[name]] as const);
  return Object.fromEntries(after.filter(([name, text]) => text != null && text !== builtIn[name]));
};

/** Changes some texts of a template. @throws Problem 400 `template_invalid`, 403 `site_not_allowed`. */
export const updateTemplate = (
  tx: Tx,
  caller: Caller,
  key: TemplateKey,
  body: TemplateTextsBody,
): MessageTemplateResponse => {
  requireWholeBrand(caller, 'message templates');
  requireFillable(tx, key, body);
  storeTexts(tx, key, changedTexts(tx, key, body));
  return templateView(tx, key);
};

/** Returns to the texts of studiod. @throws Problem 403 `site_not_allowed`. */
export const resetTemplate = (tx: Tx, caller: Caller, key: TemplateKey): MessageTemplateResponse => {
  requireWholeBrand(caller, 'message templates');
  storeTexts(tx, key, {});
  return templateView(tx, key);
};

interface PreviewDeps {
  readonly rootUrl: () => string;
  readonly mailLook: (read: Read, language: string) => Look;
}

/** The example of a template with some texts changed. @throws Problem 400 `template_invalid`, 403 `site_not_allowed`. */
export const previewTemplate = (
  read: Read,
  caller: Caller,
  key: TemplateKey,
  body: TemplateTextsBody,
  { rootUrl, mailLook }: PreviewDeps,
): MessagePreviewResponse => {
  requireWholeBrand(caller, 'message templates');
  requireFillable(read, key, body);
  const { told, reader } = exampleOf(read, key, rootUrl);
  const letter = writeLetter(key.kind, told, reader, {
    studio: brandSettings(read).name,
    firstName: EXAMPLE_NAME,
    address: addressLine(read, brandDefaults(read).defaultSiteId),
    hasCalendar: key.kind === 'booking_confirmed' || key.kind === 'waitlist_promoted',
    choicesUrl: rootUrl(),
    own: changedTexts(read, key, body),
  });
  return { object: 'message_preview', ...render(letter, mailLook(read, key.language)) };
};
