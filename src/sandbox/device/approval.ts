import { escapeText } from '../../http/docs/html.ts';
import { moneyText } from '../../kernel/money.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import template from './approval.html' with { type: 'text' };

/** Where a form of a page may lead: the origin of an address, or the scheme of an app. */
const sourceOf = (url: string | null): string => {
  if (url === null) return '';
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
};

/** The page on which the bank of the sandbox asks its card holder, without a script. */
export const approvalPage = (
  charge: ReturnType<SandboxProcessor['chargeOfSecret']>,
  [publishableKey, clientSecret]: readonly [string, string],
): { readonly content: string; readonly policy: string } => {
  const { amount, currency, description, returnUrl } = charge;
  const parts: Readonly<Record<string, string>> = {
    sum: `${moneyText(String(amount), currency)} ${currency}`,
    description,
    publishableKey,
    clientSecret,
  };
  // Bun's types describe an HTML import as a bundle; imported as text it is a string.
  const content = String(template).replace(/\{\{(\w+)\}\}/g, (_, part: string) => escapeText(parts[part] ?? ''));
  const policy =
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    `form-action 'self' ${sourceOf(returnUrl)}`;
  return { content, policy };
};
