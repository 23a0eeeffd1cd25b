import type { operations } from '../../console/api/schema.d.ts';

// The operations of the interface as its document declares them: what a request has to say, and what it gets.

export type OperationId = keyof operations;

type ParametersOf<Id extends OperationId> = operations[Id]['parameters'];

type GivenQuery<Id extends OperationId> = NonNullable<ParametersOf<Id>['query']>;

/** The operations that can say what they would do, by `dry_run`. */
export type PreviewableId = {
  [Id in OperationId]: [GivenQuery<Id>] extends [never] ? never : 'dry_run' extends keyof GivenQuery<Id> ? Id : never;
}[OperationId];

type IsOptional<Fields, Key extends keyof Fields> = Partial<Pick<Fields, Key>> extends Pick<Fields, Key> ? true : false;

/** As values are given: lists may be read-only, and what is undefined is not sent. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value]: Given<Value[Key]> | (IsOptional<Value, Key> extends true ? undefined : never);
      }
    : Value;

/** One part of a request. It is left out where the operation has none, and may be where all its fields are optional. */
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
  };

/** The arguments of a call: an operation that needs nothing is called by its name alone. */
export type CallArguments<Id extends OperationId> =
  Partial<ApiCall<Id>> extends ApiCall<Id> ? [call?: ApiCall<Id>] : [call: ApiCall<Id>];

type SuccessOf<Id extends OperationId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201 | 202 | 204)]
>;

interface IsPreview {
  object: `${string}_preview`;
}

/** What a call gets. Previews come of `previewApi` alone. */
export type ApiResponse<Id extends OperationId> = Id extends PreviewableId
  ? Exclude<SuccessOf<Id>, IsPreview>
  : SuccessOf<Id>;

/** What an operation would do. */
export type ApiPreview<Id extends PreviewableId> = Extract<SuccessOf<Id>, IsPreview>;

/** One record of a list. */
export type ApiItem<Id extends OperationId> = ApiResponse<Id> extends { data: (infer Item)[] } ? Item : never;
