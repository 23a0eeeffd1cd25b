import { type Html, html } from '../../kernel/html.ts';
import { moneyText } from '../../kernel/money.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';

/** Where a form of a page may lead: the origin of an address, or the scheme of an app. */
const sourceOf = (url: string | null): string => {
  if (url === null) return '';
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
};

type Keys = readonly [string, string];

interface BankPage {
  readonly content: string;
  readonly policy: string;
}

const bankPage = (title: string, about: Html, returnUrl: string | null, [key, secret]: Keys): BankPage => ({
  content: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: sandbox processor</title>
<link rel="stylesheet" href="/sandbox/processor/device.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>This is the sandbox processor, in the place of your bank. No real cards are charged.</p>
${about}
<form method="post" action="/sandbox/processor/approval">
  <input type="hidden" name="publishableKey" value="${key}"><input type="hidden" name="clientSecret" value="${secret}">
  <button type="submit" name="decision" value="approve">Approve</button>
  <button type="submit" class="no" name="decision" value="refuse">Decline</button>
</form>
</main>
</body>
</html>
`.text,
  policy:
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    `form-action 'self' ${sourceOf(returnUrl)}`,
});

/** The page on which the bank of the sandbox asks its card holder, without a script. */
export const approvalPage = (
  { amount, currency, description, returnUrl }: ReturnType<SandboxProcessor['chargeOfSecret']>,
  keys: Keys,
): BankPage =>
  bankPage(
    'Approve a payment',
    html`<p class="sum">${moneyText(String(amount), currency)}</p>
<p>${description}</p>`,
    returnUrl,
    keys,
  );

/** The same for an account that is saved and charged later. */
export const savingPage = (back: string, keys: Keys): BankPage =>
  bankPage(
    'Save your account',
    html`<p>The studio may debit your account from now on.</p>`,
    URL.canParse(back) ? back : null,
    keys,
  );
