/**
 * The address under which this browser gets a picture. A picture that the server keeps has its public address in records,
 * which may differ from the address in the browser, so its path is taken; pictures elsewhere are not loaded. A picture that was just chosen is in the browser already.
 */
export const pictureUrl = (url: string | null | undefined): string | undefined => {
  if (!url) return undefined;
  const { protocol, origin, pathname, search } = new URL(url, location.origin);
  if (protocol === 'blob:') return url;
  return pathname.startsWith('/media/') || origin === location.origin ? `${pathname}${search}` : undefined;
};
