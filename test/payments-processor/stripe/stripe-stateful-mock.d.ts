// The package brings no types; what is used of it.
declare module 'stripe-stateful-mock' {
  import type { Server } from 'node:http';

  export const createExpressApp: () => { listen(port: number, host: string, ready: () => void): Server };
}
