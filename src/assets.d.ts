declare module '*.sql' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the shape Bun gives a text import
  export default text;
}

/** Set by the build; when run from source both are undefined, so ask with `typeof BUILD_VERSION`. */
declare const BUILD_VERSION: string | undefined;
declare const BUILD_COMMIT: string | undefined;
