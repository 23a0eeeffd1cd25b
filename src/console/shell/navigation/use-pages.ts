import { useRouter } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';
import { ACCOUNT, GROUPS, mayOpen, type PageOfRoute, type PagePath, type Section } from './navigation.ts';

/** A page of the navigation with its name. */
export interface NamedSection extends Section {
  readonly title: string;
}

/** The pages of the console, as their routes declare them. */
export const usePages = () => {
  const t = useText();
  const me = useMe();
  const { routesByPath } = useRouter();
  const pageOf = (to: PagePath): PageOfRoute => routesByPath[to].options.staticData;
  return {
    mayOpen: (to: PagePath): boolean => mayOpen(me, pageOf(to)),
    titleOf: (to: PagePath): string => t(pageOf(to).title ?? 'shell.console'),
  };
};

/** The navigation with the pages that the person may open, in groups. */
export const useGroups = () => {
  const { mayOpen: may, titleOf } = usePages();
  return GROUPS.map(({ label, sections }) => ({
    label,
    sections: sections.flatMap((section): NamedSection[] =>
      may(section.to) ? [{ ...section, title: titleOf(section.to) }] : [],
    ),
  })).filter(({ sections }) => sections.length > 0);
};

/** The same pages in one list. */
export const useSections = (): readonly NamedSection[] => useGroups().flatMap(({ sections }) => sections);

/** The page of the account with its name. */
export const useAccountSection = (): NamedSection => ({ ...ACCOUNT, title: usePages().titleOf(ACCOUNT.to) });
