import { useEffect, useLayoutEffect } from 'react';

const show = (title: string): void => {
  const studio = document.title.split(' · ').at(-1) ?? '';
  document.title = `${title} · ${studio}`;
};

/** Titles the page: its own words, then the studio. */
export const usePageTitle = (title: string): void => useEffect(() => show(title), [title]);

/** Titles a page by its route, unless the page titles itself. */
export const useRouteTitle = (title: string): void => useLayoutEffect(() => show(title), [title]);
