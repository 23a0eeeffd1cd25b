const added = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const address = document.querySelector<HTMLMetaElement>('meta[name="later-style"]')?.content;
    if (address === undefined) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading = undefined;
      reject(new TypeError('the styles of the page did not load'));
    };
    document.head.append(link);
  });

let loading: Promise<void> | undefined;

/** Loads the styles that the first page does without. @throws TypeError where they do not come; the next call tries again. */
export const loadLaterStyle = (): Promise<void> => {
  loading ??= added();
  return loading;
};
