/** Whether a header names an ETag. `W/` does not count: proxies that compress responses make ETags weak. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
