/** Keeps what the pages need without a connection (src/pages/book/app/sw.js). It waits for the page, which comes first. */
export const keepForOffline = (): void => {
  if (!('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/book/sw.js', { scope: '/book' }).catch(() => {
      // The pages work without it.
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
};
