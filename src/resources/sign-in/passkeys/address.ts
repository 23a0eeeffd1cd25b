/** Passkeys belong to a name, and browsers make them on secure pages only. */
export const takesPasskeys = (rootUrl: string): boolean => {
  const { protocol, hostname } = new URL(rootUrl);
  return hostname === 'localhost' || (protocol === 'https:' && /[a-z]/i.test(hostname) && !hostname.startsWith('['));
};
