declare module '*.sql' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the shape Bun gives a text import
  export default text;
}
