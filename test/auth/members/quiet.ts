// Imported before oidc-provider, which warns of the runtime, of its storage in memory and of default lifetimes.
const isNotice = (first: unknown): boolean => /^\S*oidc-provider (?:NOTICE|WARNING)/.test(String(first));

const withoutNotices =
  (write: (...parts: unknown[]) => void) =>
  (...parts: unknown[]): void => {
    if (!isNotice(parts[0])) write(...parts);
  };

console.info = withoutNotices(console.info);
console.warn = withoutNotices(console.warn);
process.noDeprecation = true;
