import { Children, createContext, type ReactNode, use, useMemo } from 'react';
import { type Catalogue, loadCatalogue } from '../../texts/catalogue.ts';
import { isolatedValues } from '../../texts/isolated.ts';
import { languageOf, type StaffLanguage } from '../../texts/languages.ts';
import type { ConsoleTexts } from '../../texts/made/keys.ts';
import { STAFF_LANGUAGES } from '../../texts/made/languages.ts';
import { ALL, FIRST } from '../../texts/made/loaders.ts';
import { messagesOf, type TextKey, type TextValues } from '../../texts/translate.ts';

/** The language of the page, which the server has chosen from what the person and the browser say. */
export const pageLanguage = (): StaffLanguage => languageOf([document.documentElement.lang], STAFF_LANGUAGES);

/** Remembers the language in this browser, and loads the page again in it; null is the language of the browser. */
export const chooseLanguage = (language: StaffLanguage | null): void => {
  remember('studiod_language', language ?? '');
  location.reload();
};

/** Keeps a choice in a cookie that the server reads for the first picture, for a year. */
export const remember = (name: string, value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${name}=${value}; path=/console; max-age=31536000; samesite=lax`;
};

let loaded: Catalogue | undefined;

/** Loads the texts of the first page. */
export const loadTexts = async (language: StaffLanguage): Promise<Catalogue> => {
  loaded = { ...(await loadCatalogue(FIRST[language])) };
  return loaded;
};

/** Loads the texts of all other pages. The pages that show them await it. */
export const loadAllTexts = async (): Promise<void> => {
  const all = await loadCatalogue(ALL[pageLanguage()]);
  if (loaded !== undefined) Object.assign(loaded, all);
};

type Messages = ReturnType<typeof messagesOf<ConsoleTexts>>;
const Context = createContext<Messages | undefined>(undefined);

/** Gives the texts of a language to the pages. */
export const TextsProvider = (props: { texts: Catalogue; language: StaffLanguage; children: ReactNode }) => {
  const messages = useMemo(() => messagesOf<ConsoleTexts>(props.texts, props.language), [props.texts, props.language]);
  return <Context value={messages}>{props.children}</Context>;
};

const useMessages = (): Messages => {
  const messages = use(Context);
  if (messages === undefined) throw new Error('the texts are provided at the root');
  return messages;
};

/** The function that gives texts as strings: `t('today.title')`. */
export const useText = (): Messages['translate'] => useMessages().translate;

const bold = (parts: ReactNode[]) => <b className="strong">{parts}</b>;

interface TextProps {
  readonly id: TextKey;
  readonly values?: TextValues;
}

/** A text with `<b>` around words that stand out. */
export const Text = ({ id, values }: TextProps): ReactNode => {
  const formatted = useMessages()
    .messageOf(id)
    .format<ReactNode>({ ...isolatedValues(values), b: bold });
  if (!Array.isArray(formatted)) return formatted;
  return Children.toArray(formatted);
};
