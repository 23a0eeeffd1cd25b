import { SANDBOX_SESSION } from '../../src/sandbox/demo/credentials.ts';
import { SANDBOX_KIOSK } from '../../src/sandbox/demo/kiosk.ts';
import { apiDocument } from './api-document.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: string | string[];
}

/** How a request says who sends it. */
export type Scheme = 'apiKey' | 'memberToken' | 'session' | 'kiosk' | 'none';

interface Described {
  readonly operationId: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters: readonly (Parameter & { $ref?: string })[];
  readonly 'x-protocol'?: string;
  readonly 'x-interactive'?: true;
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, unknown>;
}

interface Document {
  readonly security: readonly Record<string, unknown>[];
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
}

/** An operation of the OpenAPI document, with its references resolved. */
export interface DocumentOperation extends Described {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly security: readonly Record<string, unknown>[];
}

/** All operations of the OpenAPI document. */
export const operationsOf = async (): Promise<readonly DocumentOperation[]> => {
  const { paths, components, security } = (await apiDocument()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      security,
      ...described,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters.map((each) =>
        each.$ref === undefined ? each : components.parameters[each.$ref.split('/')[3]!]!,
      ),
    })),
  );
};

/** Whether the example of an operation succeeds by itself: protocols have clients, and some requests take what a device gives. */
export const isExemplary = (operation: DocumentOperation): boolean =>
  operation['x-protocol'] === undefined && operation['x-interactive'] === undefined;

/** The ways to send an operation, without the one that needs a token of its own. */
export const schemesOf = ({ security }: DocumentOperation): Scheme[] => {
  const names = security.flatMap((each) => Object.keys(each)).filter((name) => name !== 'oauth2');
  return names.length === 0 ? ['none'] : (names as Scheme[]);
};

interface Sending {
  readonly rootUrl: string;
  readonly scheme: Scheme;
  /** The content type of the body, of those that the operation takes. */
  readonly type: string | undefined;
  readonly apiKey: string;
  readonly memberToken: string;
}

/** Headers that say which member a request is for, by the way it is sent. */
const MEMBER_HEADERS: Readonly<Record<Scheme, string>> = {
  apiKey: 'X-Client-ID',
  memberToken: 'X-Site-ID',
  session: '',
  kiosk: '',
  none: '',
};

/** The request that the document fills in. @throws Error for a value that it lacks. */
export const prefilled = (
  operation: DocumentOperation,
  { rootUrl, scheme, type, apiKey, memberToken }: Sending,
): { readonly url: URL; readonly init: RequestInit } => {
  const { parameters, operationId } = operation;
  const exampleOf = ({ name, example }: Parameter): string => {
    if (example === undefined) throw new Error(`${operationId} has no example of '${name}'`);
    return String(example);
  };
  const path = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(exampleOf(each))), operation.path);
  const url = new URL(rootUrl + path);
  for (const { name, example, in: place } of parameters) {
    if (place === 'query' && example !== undefined)
      for (const value of [example].flat()) url.searchParams.append(name, value);
  }
  const headers: Record<string, string> = {
    ...(scheme === 'apiKey' ? { 'x-service-api-key': apiKey } : {}),
    ...(scheme === 'memberToken' ? { authorization: `Bearer ${memberToken}` } : {}),
    ...(scheme === 'session'
      ? { cookie: `studiod_session=${SANDBOX_SESSION}`, origin: rootUrl, 'x-studiod-console': '1' }
      : {}),
    ...(scheme === 'kiosk' ? { 'x-kiosk-token': SANDBOX_KIOSK } : {}),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  for (const each of parameters) {
    const isSent = each.in === 'header' && (each.required === true || each.name === MEMBER_HEADERS[scheme]);
    if (isSent) headers[each.name] = exampleOf(each);
  }
  if (type === undefined) return { url, init: { method: operation.method, headers } };
  const example = operation.requestBody?.content[type]?.example;
  if (example === undefined) throw new Error(`${operationId} has no example of its body`);
  const body = typeof example === 'string' ? example : JSON.stringify(example);
  return { url, init: { method: operation.method, headers, body } };
};
