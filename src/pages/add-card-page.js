const field = (id) => document.getElementById(id);
const [status, approve, submit] = [field('status'), field('approve'), document.querySelector('[type=submit]')];
const { processor, month: thisMonth, origins } = document.body.dataset;
/** The script for all ways to pay, where a site offers them. It has kept the link while a bank had the page. */
const { cardWays } = window;

// Browsers do not send the fragment to a server. Removed from the address, it is not in the history either.
const params = new URLSearchParams(cardWays?.back?.link ?? location.hash.slice(1));
const isAnyWay = cardWays?.offer(params) === true;
const words = { ...JSON.parse(document.body.dataset.words), ...(isAnyWay ? cardWays.words : {}) };
history.replaceState(null, '', location.pathname);

/** A staff member who has signed in to the console saves a card of this client; otherwise members save their own. */
const client = params.get('client');
const METHODS =
  client === null
    ? '/public-api/v2/member/payments/methods'
    : `/manage/clients/${encodeURIComponent(client)}/payment-methods`;
/** On which the console hears that a card of a client was saved. */
const CARDS_CHANNEL = 'studiod-cards';

const show = (text, isWrong = false) => {
  status.textContent = text;
  status.classList.toggle('wrong', isWrong);
};

const again = client === null ? words.openAgain : words.openFromConsole;
const signIn = `${words.signIn} ${again}`;
/** What errors mean for a member, by their code. */
const ERRORS = {
  credential_missing: signIn,
  token_invalid: signIn,
  token_expired: signIn,
  site_required: `${words.incomplete} ${again}`,
  member_not_found: words.nobody,
  permission_denied: words.nobody,
  payment_method_limit: words.full,
  payment_method_setup_incomplete: words.notConfirmed,
  card_payments_not_enabled: words.noCards,
  rate_limited: words.often,
};

/** The words for an error of the API. The reason of a declined card comes from the processor. */
const wordsFor = ({ code, message }) =>
  ERRORS[code] ?? (code === 'payment_method_setup_failed' ? message : words.failed);

/** Sends a request; throws an error with words for the member. */
const request = async (path, init, wordsOf) => {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Error(words.offline);
  }
  const body = await response.json().catch(() => ({ error: {} }));
  if (!response.ok) throw new Error(wordsOf(body.error));
  return body;
};

const send = (method, path) => {
  const headers =
    client === null
      ? { authorization: `Bearer ${params.get('token') ?? ''}`, 'x-site-id': params.get('site') ?? '' }
      : { 'x-studiod-console': '1' };
  return request(path, { method, headers }, wordsFor);
};

const list = async () => {
  const { data } = await send('GET', METHODS);
  const lines = data.map(({ type, card, isDefault }) => {
    const line = document.createElement('li');
    if (type !== 'card') {
      const name = `${cardWays?.names[type] ?? type} ${card.last4}`.trim();
      line.textContent = isDefault ? (cardWays?.words.isDefault ?? name).replace('{name}', name) : name;
      return line;
    }
    const { brand, last4, expMonth: month, expYear: year } = card;
    const text = isDefault ? words.defaultCard : words.card;
    line.textContent = text.replace(/\{(\w+)\}/g, (_, name) => ({ brand, last4, month, year })[name]);
    return line;
  });
  field('cards').replaceChildren(...lines);
  field('saved').hidden = lines.length === 0;
};

/** Where to go when the card is saved; undefined without `return_url`. Throws for an origin that is not allowed. */
const target = () => {
  const given = params.get('return_url');
  if (given === null) return undefined;
  const url = URL.canParse(given) ? new URL(given) : new URL('data:,');
  if ([location.origin, ...origins.split(' ')].includes(url.origin)) return url;
  throw new Error(`${words.foreign} ${again}`);
};

/** The digits in groups of four. */
const spaced = (text) => text.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ');

const isNumber = (digits) => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
};

/** The month and year of MM/YY or MM/YYYY, with or without the slash. */
const expiryOf = (text) => {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/.-]?\s*((?:20)?\d{2})\s*$/.exec(text) ?? [];
  return month === undefined ? undefined : { expMonth: Number(month), expYear: 2000 + (Number(year) % 100) };
};

/** The card of the form. Throws for the first field that is wrong, and moves there. */
const cardOf = () => {
  const check = (id, isRight, text) => {
    field(id).setAttribute('aria-invalid', String(!isRight));
    if (isRight) return;
    field(id).focus();
    throw new Error(text);
  };
  const number = field('number').value.replace(/\D/g, '');
  check('number', isNumber(number), words.number);
  const expiry = expiryOf(field('expiry').value);
  check('expiry', expiry !== undefined, words.expiry);
  const month = `${expiry.expYear}-${String(expiry.expMonth).padStart(2, '0')}`;
  check('expiry', month >= thisMonth, words.past);
  const cvc = field('cvc').value.trim();
  check('cvc', /^\d{3,4}$/.test(cvc), words.code);
  return { number, ...expiry, cvc };
};

// Both processors return a function that confirms the card, and resolves with the reason if the card is declined.

/** A step of the sandbox processor. */
const stepOf = (setup) => (step, more) => {
  const keys = { publishableKey: setup.publishableKey, clientSecret: setup.setupIntentClientSecret };
  const body = JSON.stringify({ ...keys, ...more });
  return request(`/sandbox/processor/setups/${step}`, { method: 'POST', body }, () => words.failed);
};

const sandboxCard = (setup) => {
  const post = stepOf(setup);
  const approval = () =>
    new Promise((resolve) => {
      approve.hidden = false;
      approve.addEventListener('click', resolve, { once: true });
    });
  field('number').addEventListener('input', ({ target: input }) => {
    if (input.selectionStart === input.value.length) input.value = spaced(input.value);
  });
  field('expiry').addEventListener('input', ({ target: input, inputType }) => {
    if (inputType !== 'insertText') return;
    if (/^\d\d$/.test(input.value)) input.value += '/';
    // The slash is there already when somebody types it.
    else input.value = input.value.replace(/\/+/, '/');
  });
  return async () => {
    const result = await post('confirm', { card: cardOf() });
    if (result.status !== 'requires_action') return result.error?.message;
    show(words.approve);
    await approval();
    approve.hidden = true;
    return (await post('approve', {})).error?.message;
  };
};

const stripeCard = (setup) => {
  const options = setup.processorAccount === null ? undefined : { stripeAccount: setup.processorAccount };
  const stripe = window.Stripe(setup.publishableKey, options);
  const card = stripe.elements().create('card');
  card.mount('#card');
  return async () => {
    const { error } = await stripe.confirmCardSetup(setup.setupIntentClientSecret, { payment_method: { card } });
    return error?.message;
  };
};

const finish = async (url) => {
  field('form').hidden = true;
  if (client !== null) new BroadcastChannel(CARDS_CHANNEL).postMessage(client);
  if (url === undefined) {
    await list();
    show(words.savedHere);
    return;
  }
  show(words.saved);
  field('back').hidden = false;
  field('back').firstElementChild.href = url;
  location.assign(url);
};

const formOf = (setup) => {
  if (!isAnyWay) return (processor === 'stripe' ? stripeCard : sandboxCard)(setup);
  if (processor === 'stripe') return cardWays.stripe(setup, params);
  return cardWays.sandbox(setup, params, sandboxCard(setup), stepOf(setup));
};

const start = async () => {
  if (cardWays?.back === null) throw new Error(cardWays.words.back);
  const url = target();
  await list();
  const back = cardWays?.back;
  const setup = back?.setup ?? (await send('POST', METHODS));
  const complete = async () => {
    await send('POST', `${METHODS}/${setup.id}/complete`);
    await finish(url);
  };
  const refused = await (back === undefined
    ? undefined
    : complete().then(
        () => null,
        ({ message }) => message,
      ));
  if (refused === null) return;
  const confirm = formOf(setup);
  submit.disabled = false;
  show(refused ?? '', refused !== undefined);
  field('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    show(words.wait);
    try {
      const reason = await confirm();
      if (reason !== undefined) throw new Error(reason);
      await complete();
    } catch (error) {
      show(error.message, true);
      submit.disabled = false;
    }
  });
};

start().catch((error) => {
  field('form').hidden = true;
  show(error.message, true);
});
