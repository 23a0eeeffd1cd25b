import type { ReactNode } from 'react';

/** A key, or a text that is a value. */
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** JSON with its keys and texts marked. */
const marked = (json: string): ReactNode[] => {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { 0: whole, 1: text = '', 2: colon, index } of json.matchAll(PART)) {
    parts.push(
      json.slice(done, index),
      <span key={index} className={colon === undefined ? 's' : 'k'}>
        {text}
      </span>,
      colon,
    );
    done = index + whole.length;
  }
  return [...parts, json.slice(done)];
};

/** A value as JSON. It scrolls by the keyboard too. */
export const JsonView = ({ value, label }: { value: unknown; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className="code" tabIndex={0} aria-label={label}>
    {marked(JSON.stringify(value, null, 2))}
  </section>
);

/** Plain text that scrolls in the same way. */
export const TextView = ({ text, label }: { text: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className="code" tabIndex={0} aria-label={label}>
    {text}
  </section>
);
