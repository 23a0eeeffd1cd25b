import type { Studio } from '../helpers/api.ts';

/** Serves a studio on a port of this machine, and keeps the status of its last response, also one that nobody receives. */
export const watchedServer = ({ app }: Studio) => {
  let status = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const response = await app.fetch(request);
      status = response.status;
      return response;
    },
  });
  return { port: server.port ?? 0, status: () => status, stop: () => server.stop(true) };
};
