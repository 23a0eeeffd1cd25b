const METHODS = '/public-api/v2/member/payments/methods';
const field = (id) => document.getElementById(id);
const [status, approve, submit] = [field('status'), field('approve'), document.querySelector('[type=submit]')];
const isStripe = document.body.dataset.processor === 'stripe';

// Browsers do not send the fragment to a server. Removed from the address, it is not in the history either.
const params = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);

const show = (text) => {
  status.textContent = text;
};

/** Sends a request for the member; throws an error with a message for the member. */
const send = async (method, path) => {
  const headers = { authorization: `Bearer ${params.get('token') ?? ''}`, 'x-site-id': params.get('site') ?? '' };
  const answer = await fetch(path, { method, headers });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error.message);
  return body;
};

const list = async () => {
  const { data } = await send('GET', METHODS);
  const lines = data.map(({ card, isDefault }) => {
    const line = document.createElement('li');
    line.textContent = `${card.brand} ending in ${card.last4}, ${card.expMonth}/${card.expYear}${isDefault ? ' (default)' : ''}`;
    return line;
  });
  field('cards').replaceChildren(...lines);
};

// Both processors return a function that confirms the card, and resolves with the reason if the card is declined.

const sandboxCard = (setup) => {
  const post = async (step, more) => {
    const keys = { publishableKey: setup.publishableKey, clientSecret: setup.setupIntentClientSecret };
    const answer = await fetch(`/sandbox/processor/setups/${step}`, {
      method: 'POST',
      body: JSON.stringify({ ...keys, ...more }),
    });
    return answer.json();
  };
  const approval = () =>
    new Promise((resolve) => {
      approve.hidden = false;
      approve.addEventListener('click', resolve, { once: true });
    });
  return async () => {
    const [expMonth, expYear] = [Number(field('expMonth').value), Number(field('expYear').value)];
    const card = { number: field('number').value, expMonth, expYear, cvc: field('cvc').value };
    const result = await post('confirm', { card });
    if (result.status !== 'requires_action') return result.error?.message;
    show('Your bank asks you to approve this card.');
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

const start = async () => {
  await list();
  const setup = await send('POST', METHODS);
  const confirm = (isStripe ? stripeCard : sandboxCard)(setup);
  submit.disabled = false;
  show('');
  field('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    show('Please wait...');
    try {
      const reason = await confirm();
      if (reason !== undefined) throw new Error(reason);
      await send('POST', `${METHODS}/${setup.id}/complete`);
      await list();
      show('The card is saved. You can close this page.');
    } catch (error) {
      show(error.message);
      submit.disabled = false;
    }
  });
};

start().catch((error) => show(error.message));
