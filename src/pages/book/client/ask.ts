/** Sends a request to the interface as the member of this browser. Throws for every response that is no success. */
export const ask = async <Response>(method: string, path: string, siteId: string, body?: object): Promise<Response> => {
  const headers = {
    'x-studiod-page': '1',
    'x-site-id': siteId,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  // What is sent when the page is left arrives all the same.
  const response = await fetch(path, { method, headers, keepalive: true, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
};
