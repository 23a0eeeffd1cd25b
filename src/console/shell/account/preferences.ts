import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import { chooseLanguage, remember } from '../../base/texts.tsx';
import { type Me, meQuery } from '../../session/session.ts';

type Theme = Me['theme'];

export const THEMES = ['light', 'dark', 'system'] as const satisfies readonly Theme[];
export const THEME_LABELS = {
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
  system: 'shell.themeSystem',
} as const;

/** Shows the theme, and remembers it in this browser for the first picture. */
export const showTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  remember('studiod_theme', theme);
};

const KEY = ['preferences'];

type Preferences = Partial<Pick<Me, 'theme' | 'language' | 'singleKeys'>>;

/** Changes how the console looks for the person, right away. Another language loads the page again. */
export const usePreferences = (): UseMutationResult<Me, Error, Preferences, Me | undefined> => {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: (body: Preferences) => send(client.PATCH('/manage/me', { body })),
    onMutate: async (body) => {
      const before = queries.getQueryData(meQuery.queryKey);
      if (before !== undefined) queries.setQueryData(meQuery.queryKey, { ...before, ...body });
      await queries.cancelQueries({ queryKey: meQuery.queryKey }, { revert: false });
      return before;
    },
    onError: (_error, _body, before) => queries.setQueryData(meQuery.queryKey, before),
    onSuccess: (me, { language }) => {
      // What the response says may be older than a choice that is on its way.
      if (queries.isMutating({ mutationKey: KEY }) === 1) queries.setQueryData(meQuery.queryKey, me);
      if (language !== undefined) chooseLanguage(language);
    },
  });
};
