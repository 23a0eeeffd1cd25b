/**
 * Whether `If-Match` or `If-None-Match` names an ETag. Proxies that compress responses make their ETags weak, so `W/` does not
 * count.
 */
export const namesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
