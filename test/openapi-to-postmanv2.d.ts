/** The importer of Postman, which has no types of its own. */
declare module 'openapi-to-postmanv2' {
  export const convertV2: (
    input: { readonly type: 'string'; readonly data: string },
    options: Readonly<Record<string, unknown>>,
    done: (error: unknown, result: { readonly result: boolean; readonly output?: readonly unknown[] }) => void,
  ) => void;
}
