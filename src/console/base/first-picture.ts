import { remember } from './texts.tsx';

/** The frame that came with the page. It stands until a page of the console is there to be shown. */
export const hasFirstPicture = (): boolean => document.getElementById('first') !== null;

/** Shows the console in place of the frame that came with the page. */
export const endFirstPicture = (): void => document.getElementById('first')?.remove();

/** Keeps which pages the navigation has, so that the next page comes with them. */
export const rememberSections = (paths: readonly string[]): void => {
  const names = paths.map((path) => path.split('/')[1] ?? '');
  remember('studiod_sections', names.join('-'));
};
