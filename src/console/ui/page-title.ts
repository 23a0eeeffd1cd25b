import { useEffect } from 'react';

/** Titles the page: its own words, then the studio. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    const studio = document.title.split(' · ').at(-1) ?? '';
    document.title = `${title} · ${studio}`;
  }, [title]);
};
