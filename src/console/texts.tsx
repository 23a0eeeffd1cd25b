import { Children, createContext, type ReactNode, use, useMemo } from 'react';
import { LANGUAGES, type Language, messagesOf, type TextKey, type Texts, type TextValues } from '../texts/translate.ts';

type First = typeof import('../texts/first/en.ts').first;
/** The texts that the first page needs, by part. */
type FirstTexts = { readonly [Part in keyof First]: { readonly [Name in keyof First[Part]]: string } };

const FIRST: Readonly<Record<Language, () => Promise<FirstTexts>>> = {
  en: async () => (await import('../texts/first/en.ts')).first,
  de: async () => (await import('../texts/first/de.ts')).first,
  es: async () => (await import('../texts/first/es.ts')).first,
  fr: async () => (await import('../texts/first/fr.ts')).first,
};
const ALL: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../texts/en.ts')).en,
  de: async () => (await import('../texts/de.ts')).de,
  es: async () => (await import('../texts/es.ts')).es,
  fr: async () => (await import('../texts/fr.ts')).fr,
};

/** The language of the page, which the server has chosen from what the person and the browser say. */
export const pageLanguage = (): Language =>
  LANGUAGES.find((language) => language === document.documentElement.lang) ?? 'en';

/** Remembers the language in this browser, and loads the page anew in it; null is the language of the browser. */
export const chooseLanguage = (language: Language | null): void => {
  remember('studiod_language', language ?? '');
  location.reload();
};

/** Keeps a choice in a cookie that the server reads for the first picture, for a year. */
export const remember = (name: string, value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${name}=${value}; path=/console; max-age=31536000; samesite=lax`;
};

/** The texts that are loaded. */
let loaded: FirstTexts | Texts | undefined;

/** Loads the texts of the first page. */
export const loadTexts = async (language: Language): Promise<FirstTexts> => {
  loaded = { ...(await FIRST[language]()) };
  return loaded;
};

/** Loads the texts of all other pages. The pages that show them await it. */
export const loadAllTexts = async (): Promise<void> => {
  const all = await ALL[pageLanguage()]();
  if (loaded !== undefined) Object.assign(loaded, all);
};

type Messages = ReturnType<typeof messagesOf<TextKey>>;
const Context = createContext<Messages | undefined>(undefined);

/** Gives the texts of a language to the pages. */
export const TextsProvider = (props: { texts: FirstTexts; language: Language; children: ReactNode }) => {
  const messages = useMemo(() => messagesOf<TextKey>(props.texts, props.language), [props.texts, props.language]);
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
    .format<ReactNode>({ ...values, b: bold });
  if (!Array.isArray(formatted)) return formatted;
  return Children.toArray(formatted);
};
