const field = (id) => document.getElementById(id);
const status = field('status');
const approve = field('approve');

// Browsers do not send the fragment to a server; a query would be in the log of every proxy.
const params = new URLSearchParams(location.hash.slice(1) || location.search);
for (const name of ['publishableKey', 'clientSecret']) field(name).value = params.get(name) ?? '';

const keys = () => ({ publishableKey: field('publishableKey').value, clientSecret: field('clientSecret').value });

const send = async (step, body) => {
  status.textContent = 'Please wait...';
  try {
    const answer = await fetch(`/sandbox/processor/setups/${step}`, { method: 'POST', body: JSON.stringify(body) });
    const result = await answer.json();
    status.textContent = result.error?.message ?? result.status;
    approve.hidden = result.status !== 'requires_action';
  } catch {
    status.textContent = 'The sandbox does not respond.';
  }
};

field('card').addEventListener('submit', (event) => {
  event.preventDefault();
  const card = {
    number: field('number').value,
    expMonth: Number(field('expMonth').value),
    expYear: Number(field('expYear').value),
    cvc: field('cvc').value,
  };
  void send('confirm', { ...keys(), card });
});
approve.addEventListener('click', () => void send('approve', keys()));
