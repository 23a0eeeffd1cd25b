import type { TextKey } from '../../../texts/translate.ts';
import { hasText } from '../../ui/choices/matches.ts';
import type { NamedSection } from '../navigation/use-pages.ts';
import type { FoundClient, FoundSession } from './search.ts';

/** Something that the palette offers. */
export type Item =
  | { readonly kind: 'client'; readonly key: string; readonly client: FoundClient }
  | { readonly kind: 'session'; readonly key: string; readonly session: FoundSession }
  | { readonly kind: 'page'; readonly key: string; readonly section: NamedSection }
  | { readonly kind: 'new'; readonly key: string; readonly text: string };

/** Items of a kind, below their title. */
export interface ItemGroup {
  readonly title: TextKey;
  readonly items: readonly Item[];
}

/** What begins a search for pages only. */
const PAGES_ONLY = '>';

/** What the server is asked for; an empty text for pages only. */
export const searchedText = (typed: string): string => (typed.startsWith(PAGES_ONLY) ? '' : typed.trim());

const pagesOf = (typed: string, sections: readonly NamedSection[]): Item[] => {
  const isOnly = typed.startsWith(PAGES_ONLY);
  const text = typed.replace(PAGES_ONLY, '').trim();
  if (text === '' && !isOnly && typed !== '') return [];
  return sections
    .filter(({ title }) => hasText(title, text))
    .map((section) => ({ kind: 'page', key: section.to, section }));
};

interface Offered {
  readonly typed: string;
  readonly clients: readonly FoundClient[];
  readonly sessions: readonly FoundSession[];
  readonly sections: readonly NamedSection[];
  readonly mayAdd: boolean;
}

/** What the palette offers for a text: people, classes, then what else can be done. */
export const groupsOf = ({ typed, clients, sessions, sections, mayAdd }: Offered): ItemGroup[] => {
  const text = searchedText(typed);
  const added: Item[] = mayAdd && text.length > 1 ? [{ kind: 'new', key: 'new', text }] : [];
  const groups: ItemGroup[] = [
    { title: 'palette.people', items: clients.map((client) => ({ kind: 'client', key: client.id, client })) },
    { title: 'palette.sessions', items: sessions.map((session) => ({ kind: 'session', key: session.id, session })) },
    { title: 'palette.do', items: [...pagesOf(typed, sections), ...added] },
  ];
  return groups.filter(({ items }) => items.length > 0);
};
