/** The address of the server in the document that the build makes. */
export const MADE_ROOT = 'http://127.0.0.1:8420';

/**
 * The document of the operations as the build has made it, of a server at `MADE_ROOT`. The build of the executable replaces this
 * module; from the source the document is made with the first request.
 */
export const madeDocument = (): Promise<string | undefined> => Promise.resolve(undefined);
