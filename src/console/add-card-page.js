const METHODS = '/public-api/v2/member/payments/methods';
const field = (id) => document.getElementById(id);
const [status, approve, submit] = [field('status'), field('approve'), document.querySelector('[type=submit]')];
const isStripe = document.body.dataset.processor === 'stripe';

// The fragment is never sent anywhere; it is taken out of the address, so that it stands in no history either.
const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);

const say = (text) => {
  status.textContent = text;
};

/** Asks this server for the member; throws what the member is to be told. */
const ask = async (method, path) => {
  const headers = { authorization: `Bearer ${given.get('token') ?? ''}`, 'x-site-id': given.get('site') ?? '' };
  const answer = await fetch(path, { method, headers });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.message);
  return told;
};

const list = async () => {
  const { data } = await ask('GET', METHODS);
  const lines = data.map(({ card, isDefault }) => {
    const line = document.createElement('li');
    line.textContent = `${card.brand} ending in ${card.last4}, ${card.expMonth}/${card.expYear}${isDefault ? ' (default)' : ''}`;
    return line;
  });
  field('cards').replaceChildren(...lines);
};

/** The embedded processor: what its script would do. Each answers undefined, or why the card was refused. */
const atSandbox = (setup) => {
  const send = async (step, more) => {
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
    const told = await send('confirm', { card });
    if (told.status !== 'requires_action') return told.error?.message;
    say('Your bank asks whether it is you.');
    await approval();
    approve.hidden = true;
    return (await send('approve', {})).error?.message;
  };
};

const atStripe = (setup) => {
  const options = setup.processorAccount === null ? undefined : { stripeAccount: setup.processorAccount };
  const stripe = window.Stripe(setup.publishableKey, options);
  const card = stripe.elements().create('card');
  card.mount('#card');
  return async () => {
    const { error } = await stripe.confirmCardSetup(setup.setupIntentClientSecret, { payment_method: { card } });
    return error?.message;
  };
};

const begin = async () => {
  await list();
  const setup = await ask('POST', METHODS);
  const confirm = (isStripe ? atStripe : atSandbox)(setup);
  submit.disabled = false;
  say('');
  field('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    say('One moment');
    try {
      const refusal = await confirm();
      if (refusal !== undefined) throw new Error(refusal);
      await ask('POST', `${METHODS}/${setup.id}/complete`);
      await list();
      say('The card is saved. You can close this page.');
    } catch (error) {
      say(error.message);
      submit.disabled = false;
    }
  });
};

begin().catch((error) => say(error.message));
