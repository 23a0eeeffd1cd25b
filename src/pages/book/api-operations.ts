import type { operations } from '../../console/api/schema.d.ts';

// The types of requests and responses by operation, from the document of the API.

export type OperationId = keyof operations;

type ParametersOf<Id extends OperationId> = operations[Id]['parameters'];

type GivenQuery<Id extends OperationId> = NonNullable<ParametersOf<Id>['query']>;

/** The operations with a dry run. */
export type PreviewableId = {
  [Id in OperationId]: [GivenQuery<Id>] extends [never] ? never : 'dry_run' extends keyof GivenQuery<Id> ? Id : never;
}[OperationId];

type IsOptional<Fields, Key extends keyof Fields> = Partial<Pick<Fields, Key>> extends Pick<Fields, Key> ? true : false;

/** A value to send: lists may be read-only, and optional fields undefined. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value]: Given<Value[Key]> | (IsOptional<Value, Key> extends true ? undefined : never);
      }
    : Value;

/** A part of a request: absent if the operation has none, optional if all its fields are. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Given<Value> }
    : { readonly [Key in Name]: Given<Value> };

type PathOf<Id extends OperationId> = NonNullable<ParametersOf<Id>['path']>;

/** The parameters of a query without `dry_run`, which `previewApi` sends. */
type QueryOf<Id extends OperationId> = [GivenQuery<Id>] extends [never]
  ? never
  : [Exclude<keyof GivenQuery<Id>, 'dry_run'>] extends [never]
    ? never
    : Omit<GivenQuery<Id>, 'dry_run'>;

type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : undefined;

type BodyPart<Id extends OperationId> = [NonNullable<operations[Id]['requestBody']>] extends [never]
  ? { readonly body?: never }
  : undefined extends operations[Id]['requestBody']
    ? { readonly body?: Given<JsonOf<NonNullable<operations[Id]['requestBody']>>> }
    : { readonly body: Given<JsonOf<operations[Id]['requestBody']>> };

/** A request of an operation. */
export type ApiCall<Id extends OperationId> = Part<'path', PathOf<Id>> &
  Part<'query', QueryOf<Id>> &
  BodyPart<Id> & {
    /** The idempotency key: the same for each press of a button on a page. */
    readonly key?: string;
    /** The site at which a member acts; by default the site of the page. */
    readonly siteId?: string;
    /** The dependant for whom it is sent; by default the one for whom the page is. */
    readonly clientId?: string;
  };

/** The call may be left out if nothing in it is required. */
export type CallArguments<Id extends OperationId> =
  Partial<ApiCall<Id>> extends ApiCall<Id> ? [call?: ApiCall<Id>] : [call: ApiCall<Id>];

type SuccessOf<Id extends OperationId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201 | 202 | 204)]
>;

interface IsPreview {
  object: `${string}_preview`;
}

/** The response of a call. Only `previewApi` returns previews. */
export type ApiResponse<Id extends OperationId> = Id extends PreviewableId
  ? Exclude<SuccessOf<Id>, IsPreview>
  : SuccessOf<Id>;

/** The response of a dry run. */
export type ApiPreview<Id extends PreviewableId> = Extract<SuccessOf<Id>, IsPreview>;

/** A record of a list. */
export type ApiItem<Id extends OperationId> = ApiResponse<Id> extends { data: (infer Item)[] } ? Item : never;
