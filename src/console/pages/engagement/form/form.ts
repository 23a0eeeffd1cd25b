import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/client.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { changesOf, type Fields } from '../../../edit/fields.ts';
import type { Edit } from '../../../edit/use-edit.ts';
import { keptInTab } from '../../../storage.ts';
import type { Choice } from '../../../ui/select.tsx';

/** What the fields of a form share: what they hold, and what is said of them. */
export interface Form {
  readonly draft: Fields;
  readonly base: Fields;
  readonly changed: Fields;
  readonly set: (path: string, value: string) => void;
  readonly words: FieldWords;
  /** Why a value cannot be taken. */
  readonly errorOf: (path: string) => string | undefined;
  /** Whether a field can no longer be changed. */
  readonly isFixed: (path: string) => boolean;
  /** Whether nothing is stored yet, so that nothing was there before. */
  readonly isNew: boolean;
}

export type Problems = Readonly<Record<string, string>>;

interface FormOf {
  readonly edit: Pick<Edit, 'draft' | 'base' | 'changed' | 'set'> & { readonly error: ApiError | undefined };
  readonly words: FieldWords;
  /** What the form itself says, once somebody has tried to save it. */
  readonly problems: Problems;
  readonly fixed?: readonly string[];
  readonly isNew?: boolean;
}

/** The form of a record that is edited, or of a new one. */
export const formOf = ({ edit, words, problems, fixed = [], isNew = false }: FormOf): Form => ({
  draft: edit.draft,
  base: edit.base,
  changed: edit.changed,
  set: edit.set,
  words,
  errorOf: (path) => problems[path] ?? edit.error?.detail(path),
  isFixed: (path) => fixed.includes(path),
  isNew,
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

const keptIn = (key: string): Fields => {
  try {
    const value: unknown = JSON.parse(keptInTab.get(key) ?? '{}');
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
};

/**
 * The draft of a new record. It stays in the storage of the tab until the record is stored.
 * @param name the name of the form, by which its draft is kept.
 */
export const useDraft = (name: string, base: Fields) => {
  const key = `studiod.draft.${name}`;
  const [changed, setChanged] = useState<Fields>(() => changesOf({ ...base, ...keptIn(key) }, base));
  useEffect(() => {
    if (Object.keys(changed).length === 0) keptInTab.remove(key);
    else keptInTab.set(key, JSON.stringify(changed));
  }, [changed, key]);
  return {
    draft: { ...base, ...changed },
    base,
    changed,
    set: (path: string, value: string): void => setChanged((now) => changesOf({ ...now, [path]: value }, base)),
    clear: (): void => setChanged({}),
  };
};

/** Goes to the first field of a form with a problem. */
export const focusProblem = (form: HTMLFormElement | null, problems: Problems): void => {
  const [path] = Object.keys(problems);
  if (path === undefined) return;
  const field = form?.querySelector<HTMLElement>(
    `[data-path="${path}"] :is(input, textarea, button), :is(input, textarea)[name="${path}"]`,
  );
  field?.focus();
};

/** A list of ids as a field holds it. */
export const idsOf = (text: string | undefined): string[] => (text ?? '').split(' ').filter((id) => id !== '');
export const textOfIds = (ids: readonly string[]): string => [...ids].toSorted().join(' ');

/** Choices with the value that a field has, though it is no longer offered. */
export const withChosen = (choices: readonly Choice[], id: string | undefined, name: string): readonly Choice[] =>
  id === undefined || id === '' || choices.some((choice) => choice.id === id) ? choices : [...choices, { id, name }];

/** Whether a text is a whole number, as people type it. */
export const isWhole = (text: string): boolean => /^\d{1,7}$/.test(text.trim());

/** A number as people type it, with a point or a comma; undefined for any other text. */
export const numberOf = (text: string): number | undefined =>
  /^-?\d{1,9}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined;
