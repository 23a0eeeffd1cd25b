import type { Read, Tx } from '../../../database/database.ts';
import { chainOf, type Language } from '../../../texts/languages.ts';
import type { TemplateTextName } from '../../../texts/mail.ts';
import type { MessageKind } from '../record.ts';

/** The texts of a kind that the brand has changed. */
export type OwnTexts = Readonly<Partial<Record<TemplateTextName, string>>>;

/** Which texts of mails: of a kind in a language. */
export interface TemplateKey {
  readonly kind: MessageKind;
  readonly language: Language;
}

export interface StoredTemplate {
  readonly texts: OwnTexts;
  /** The texts of studiod over which these were written; without those of earlier releases, which did not keep them. */
  readonly defaults: OwnTexts;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface TemplateRow extends Omit<StoredTemplate, 'texts' | 'defaults'> {
  readonly texts: string;
  readonly defaults: string;
}

const READ =
  'select "texts", "defaults", "createdAt", "updatedAt" from "messageTemplates" where "kind" = ? and "language" = ?';
const STORE = `insert into "messageTemplates" ("kind", "language", "texts", "defaults", "createdAt", "updatedAt")
  values (?1, ?2, ?3, ?4, ?5, ?5) on conflict do update set "texts" = ?3, "defaults" = ?4, "updatedAt" = ?5`;
const LANGUAGES = 'select "language", "texts" from "messageTemplates" where "kind" = ? order by "language"';
const DELETE = 'delete from "messageTemplates" where "kind" = ? and "language" = ?';

/** What the brand has changed of a template; undefined when nothing. */
export const storedTemplate = (read: Read, { kind, language }: TemplateKey): StoredTemplate | undefined => {
  const row = read.db.query<TemplateRow, [string, string]>(READ).get(kind, language);
  return row === null ? undefined : { ...row, texts: JSON.parse(row.texts), defaults: JSON.parse(row.defaults) };
};

const isOfTheSame = (one: string, other: string): boolean => one.split('-')[0] === other.split('-')[0];

/** What the brand has changed in the language of which a language is a variant: readers of British English read English. */
export const inheritedTexts = (read: Read, { kind, language }: TemplateKey): OwnTexts =>
  Object.assign(
    {},
    ...chainOf(language)
      .filter((each) => each !== language && isOfTheSame(each, language))
      .map((each) => storedTemplate(read, { kind, language: each })?.texts),
  );

/** The texts of the brand for a language, with those that it inherits. */
export const ownTexts = (read: Read, key: TemplateKey): OwnTexts => ({
  ...inheritedTexts(read, key),
  ...storedTemplate(read, key)?.texts,
});

/** The languages in which the brand has changed a kind, with the texts that it has changed. */
export const changedIn = (read: Read, kind: MessageKind): { readonly language: string; readonly texts: OwnTexts }[] =>
  read.db
    .query<{ language: string; texts: string }, [string]>(LANGUAGES)
    .all(kind)
    .map(({ language, texts }) => ({ language, texts: JSON.parse(texts) }));

/** Stores the texts that differ; without any, the template is as studiod has it. */
export const storeTexts = (
  tx: Tx,
  { kind, language }: TemplateKey,
  { texts, defaults }: Pick<StoredTemplate, 'texts' | 'defaults'>,
): void => {
  if (Object.keys(texts).length === 0) tx.db.query(DELETE).run(kind, language);
  else tx.db.query(STORE).run(kind, language, JSON.stringify(texts), JSON.stringify(defaults), tx.now);
};
