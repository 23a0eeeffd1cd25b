// Files that are imported as text, or by the path at which the executable finds them. Bun gives each as the default
// export; `export =` says the same to the types.
declare module '*.sql' {
  const text: string;
  export = text;
}
declare module '*.service' {
  const text: string;
  export = text;
}
declare module '*.socket' {
  const text: string;
  export = text;
}
declare module '*.svg' {
  const text: string;
  export = text;
}
declare module '*.css' {
  const text: string;
  export = text;
}
declare module '*/confirm.js' {
  const text: string;
  export = text;
}
declare module '*/add-card-page.js' {
  const text: string;
  export = text;
}
declare module '*/add-way-page.js' {
  const text: string;
  export = text;
}
declare module '*/reference.js' {
  const text: string;
  export = text;
}
declare module '*/embed.js' {
  const text: string;
  export = text;
}
declare module '*/frame.js' {
  const text: string;
  export = text;
}
declare module '*/sw.js' {
  const text: string;
  export = text;
}
declare module '*/browser.js' {
  const text: string;
  export = text;
}
declare module '*.mjs' {
  const text: string;
  export = text;
}
declare module '*.py' {
  const text: string;
  export = text;
}
declare module '*.php' {
  const text: string;
  export = text;
}
declare module '*.go' {
  const text: string;
  export = text;
}
declare module '*.rb' {
  const text: string;
  export = text;
}
declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  const path: string;
  export = path;
}
declare module 'swagger-ui-dist/swagger-ui.css' {
  const path: string;
  export = path;
}
declare module 'moment-timezone/data/packed/latest.json' {
  const path: string;
  export = path;
}
declare module '*.woff2' {
  const path: string;
  export = path;
}
declare module '*.ndjson' {
  const path: string;
  export = path;
}
declare module '*.mp4' {
  const path: string;
  export = path;
}
declare module '*.m4a' {
  const path: string;
  export = path;
}
declare module '*.jpg' {
  const path: string;
  export = path;
}
declare module '*.mpegts' {
  const path: string;
  export = path;
}

declare namespace NodeJS {
  interface Process {
    /** Gives the process the groups of a user. The types of Node lack it. */
    initgroups?(user: string, group: number): void;
  }
}

/** Set by the build; when run from source they are undefined, so ask with `typeof BUILD_VERSION`. */
declare const BUILD_VERSION: string | undefined;
declare const BUILD_COMMIT: string | undefined;
/** JSON, compressed by zstd, in base64. */
declare const BUILD_LICENSES: string | undefined;
