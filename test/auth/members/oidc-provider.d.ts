/** What the tests use of the package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Interaction {
    readonly uid: string;
    readonly params: Record<string, unknown>;
    readonly prompt: { readonly name: string };
    readonly session?: { readonly accountId: string };
  }
  interface Configuration {
    readonly findAccount: (context: unknown, id: string) => unknown;
    readonly interactions: { url(context: unknown, interaction: Interaction): string };
    readonly [setting: string]: unknown;
  }
  class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (given: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }

  export { Provider };
}
