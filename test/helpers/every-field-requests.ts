import type { ApiResponse, Studio } from './api.ts';

type Body = ApiResponse['body'];

export const image = (name: string): string => `https://img.example/${name}.png`;
export const own = (name: string) => ({ externalId: name, metadata: { of: name } });

/** Sends a request that must go well. Returns the body of the response. */
export const must = async (
  studio: Studio,
  method: string,
  path: string,
  body?: object,
  client?: string,
): Promise<Body> => {
  const response = await studio.send(method, path, body, client === undefined ? {} : { 'x-client-id': client });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};
