// Saving any way to pay on the page for adding a card: loaded where a site offers more than cards, before the script of the page.
{
  const KEPT = 'studiod-cards-bank';

  /**
   * What was kept while a bank had the page, once. Undefined for who does not come from a bank; null where nothing was kept here
   * for the setup that the address names.
   */
  const comeBack = () => {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    sessionStorage.removeItem(KEPT);
    const query = new URLSearchParams(location.search);
    const id = query.get('setup_intent');
    if (id === null) return undefined;
    const secret = query.get('setup_intent_client_secret') ?? '';
    const isOwn = secret.startsWith(`${id}_secret_`) && kept?.setup.setupIntentClientSecret === secret;
    return isOwn ? kept : null;
  };

  const { sites, names, words } = JSON.parse(document.body.dataset.ways);
  const part = (id) => document.getElementById(id);
  const returnUrl = location.origin + location.pathname;
  /** The bank is told neither who is signed in nor where the page leads back to. */
  const keep = (setup, link) => sessionStorage.setItem(KEPT, JSON.stringify({ setup, link: link.toString() }));

  /** Asks as the wallet of a device does. */
  const askWallet = () =>
    new Promise((resolve) => {
      const dialog = part('wallet');
      dialog.returnValue = '';
      dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
      dialog.showModal();
    });

  const sandboxWays = (setup, link, confirmCard, send) => {
    const chosen = () => document.querySelector('[name=way]:checked').value;
    const showFields = () => {
      part('card-fields').hidden = chosen() !== 'card';
      part('account').hidden = chosen() !== 'debit';
    };
    part('ways').hidden = false;
    part('ways').addEventListener('change', showFields);
    showFields();
    const save = (more) => send('way', { way: chosen(), ...more });
    return async () => {
      if (chosen() === 'card') return confirmCard();
      if (chosen() === 'debit') {
        const { error } = await save({ iban: part('iban').value });
        part('iban').setAttribute('aria-invalid', String(error !== undefined));
        if (error !== undefined) part('iban').focus();
        return error === undefined ? undefined : words.badAccount;
      }
      if (chosen() === 'wallet') return (await askWallet()) ? (await save({})).error?.message : words.dismissed;
      const { url } = await save({ returnUrl });
      keep(setup, link);
      location.assign(url);
      // The page is left. Who comes back by the button of the browser chooses again.
      return new Promise((resolve) => addEventListener('pageshow', () => resolve(words.notConfirmed), { once: true }));
    };
  };

  const stripeWays = (setup, link) => {
    const options = setup.processorAccount === null ? undefined : { stripeAccount: setup.processorAccount };
    const stripe = window.Stripe(setup.publishableKey, options);
    const { lang: locale } = document.documentElement;
    const elements = stripe.elements({ clientSecret: setup.setupIntentClientSecret, locale });
    part('card').hidden = true;
    part('ways').hidden = false;
    elements.create('payment', { layout: 'accordion' }).mount('#ways');
    return async () => {
      keep(setup, link);
      const confirmParams = { return_url: returnUrl };
      const { error } = await stripe.confirmSetup({ elements, confirmParams, redirect: 'if_required' });
      sessionStorage.removeItem(KEPT);
      // Confirmed before, when the answer of this server was lost.
      return error?.setup_intent?.status === 'succeeded' ? undefined : error?.message;
    };
  };

  const back = comeBack();
  window.cardWays = {
    back,
    names,
    words,
    /** Says what is saved here, where the site of the link offers more than cards to members. Returns whether it does. */
    offer: (link) => {
      const isOffered = !link.has('client') && sites.includes((link.get('site') ?? '').toLowerCase());
      if (!isOffered) return false;
      document.title = words.title;
      document.querySelector('h1').textContent = words.heading;
      document.querySelector('#saved h2').textContent = words.kept;
      document.querySelector('[type=submit]').textContent = words.save;
      return true;
    },
    sandbox: sandboxWays,
    stripe: stripeWays,
  };
}
