import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { MemberLanguage } from '../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../texts/made/languages.ts';
import { mailLanguageOf, type TemplateTextName } from '../../../texts/mail.ts';
import { brandSettings } from '../../settings/queries.ts';
import type { MessageKind } from '../record.ts';
import { requireFillable } from './check.ts';
import { type MessageTemplateResponse, TEMPLATE_KINDS, TEXT_NAMES, type TemplateTextsBody } from './shapes.ts';
import {
  changedIn,
  inheritedTexts,
  type OwnTexts,
  ownTexts,
  type StoredTemplate,
  storedTemplate,
  storeTexts,
  type TemplateKey,
} from './stored.ts';
import { textsOf, variablesOf } from './variables.ts';

/** Texts that several kinds of mails say alike: written once, they are stored with each kind that has them. */
export const SHARED_TEXTS = ['noteTitle', 'note'] as const;

/** How to cancel a booking. */
const HOW_TO_CANCEL = ['booking_confirmed', 'waitlist_promoted', 'booking_reminder'] as const satisfies MessageKind[];

/** The other kinds that share texts with a kind. */
export const kindsThatShare = (kind: MessageKind): readonly MessageKind[] =>
  HOW_TO_CANCEL.some((each) => each === kind) ? HOW_TO_CANCEL.filter((each) => each !== kind) : [];

/** A template as its path names it: the kind, a dot, and the language. @throws Problem 404 */
export const findTemplate = (_read: Read, _caller: Caller, id: string): TemplateKey => {
  const [given, of] = id.split('.');
  const kind = TEMPLATE_KINDS.find((each) => each === given);
  const language = MEMBER_LANGUAGES.find((each) => each === of);
  if (kind === undefined || language === undefined) throw notFound('message template', id);
  return { kind, language };
};

const idOf = ({ kind, language }: TemplateKey): string => `${kind}.${language}`;

const sentTexts = (read: Read, key: TemplateKey) => ({ ...textsOf(read, key), ...ownTexts(read, key) });

/** The templates that share texts with a template by design, and say the same in them now. */
const sharing = (read: Read, key: TemplateKey): TemplateKey[] => {
  const own = sentTexts(read, key);
  return kindsThatShare(key.kind)
    .map((kind) => ({ kind, language: key.language }))
    .filter((other) => {
      const theirs = sentTexts(read, other);
      return SHARED_TEXTS.every((name) => theirs[name] === own[name]);
    });
};

const namesIn = (texts: OwnTexts) => TEXT_NAMES.filter((name) => texts[name] !== undefined);

/** The texts that the brand wrote over texts of studiod that are others now. */
const changedDefaults = (stored: StoredTemplate | undefined, builtIn: ReturnType<typeof textsOf>) =>
  namesIn(stored?.texts ?? {}).flatMap((text) => {
    const before = stored?.defaults[text];
    return before === undefined || before === builtIn[text] ? [] : [{ text, before }];
  });

export const templateView = (read: Read, { kind, language }: TemplateKey): MessageTemplateResponse => {
  const key = { kind, language };
  const stored = storedTemplate(read, key);
  const builtIn = textsOf(read, key);
  return {
    object: 'message_template',
    id: idOf(key),
    ...key,
    isChanged: stored !== undefined,
    ...sentTexts(read, key),
    builtIn,
    variables: variablesOf(read, key),
    changedDefaults: changedDefaults(stored, builtIn),
    changedIn: changedIn(read, kind).flatMap(({ language: tag, texts }) => {
      const found = MEMBER_LANGUAGES.find((each) => each === tag);
      return found === undefined ? [] : [{ language: found, texts: namesIn(texts) }];
    }),
    sharedWith: sharing(read, key).map((other) => other.kind),
    updatedAt: stored?.updatedAt ?? null,
  };
};

/** The templates of every kind in a language, by default the brand's. */
export const templatesIn = (
  read: Read,
  language: MemberLanguage = mailLanguageOf(brandSettings(read).locale),
): (TemplateKey & { readonly id: string })[] =>
  TEMPLATE_KINDS.map((kind) => ({ id: idOf({ kind, language }), kind, language }));

/** The texts that differ from the texts of studiod after a change, with those over which each was written. */
export const changedTexts = (
  read: Read,
  key: TemplateKey,
  body: Readonly<Partial<Record<TemplateTextName, string | null | undefined>>>,
): Pick<StoredTemplate, 'texts' | 'defaults'> => {
  const before = storedTemplate(read, key);
  const builtIn = textsOf(read, key);
  const without: OwnTexts = { ...builtIn, ...inheritedTexts(read, key) };
  const names = TEXT_NAMES.filter((name) => {
    const after = body[name] === undefined ? before?.texts[name] : body[name];
    return after != null && after !== without[name];
  });
  const of = (from: (name: (typeof TEXT_NAMES)[number]) => string | undefined): OwnTexts =>
    Object.fromEntries(names.map((name) => [name, from(name)]).filter(([, text]) => text !== undefined));
  return {
    texts: of((name) => body[name] ?? before?.texts[name]),
    defaults: of((name) => (body[name] === undefined ? before?.defaults[name] : builtIn[name])),
  };
};

/** Changes some texts of a template. @throws Problem 400 `template_invalid`, 403 `site_not_allowed`. */
export const updateTemplate = (
  tx: Tx,
  caller: Caller,
  key: TemplateKey,
  { shared = false, ...body }: TemplateTextsBody,
): MessageTemplateResponse => {
  requireWholeBrand(caller, 'message templates');
  requireFillable(tx, key, body);
  const others = shared ? sharing(tx, key) : [];
  storeTexts(tx, key, changedTexts(tx, key, body));
  const { noteTitle, note } = body;
  for (const other of noteTitle === undefined && note === undefined ? [] : others) {
    storeTexts(tx, other, changedTexts(tx, other, { noteTitle, note }));
  }
  return templateView(tx, key);
};

/** Returns to the texts of studiod. @throws Problem 403 `site_not_allowed`. */
export const resetTemplate = (tx: Tx, caller: Caller, key: TemplateKey): MessageTemplateResponse => {
  requireWholeBrand(caller, 'message templates');
  storeTexts(tx, key, { texts: {}, defaults: {} });
  return templateView(tx, key);
};
