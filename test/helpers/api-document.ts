import { openApiDocument } from '../../src/cli/verbs/openapi.ts';

let made: Promise<object> | undefined;

/** The OpenAPI document, made once for all test files of a process: it takes a second. Nobody changes it. */
export const apiDocument = (): Promise<object> => {
  made ??= openApiDocument();
  return made;
};
