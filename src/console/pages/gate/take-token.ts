/** The token of a link, which stands after `#`. It stays out of requests for pages and of the history. */
export const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
};
