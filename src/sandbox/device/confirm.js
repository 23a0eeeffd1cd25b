const field = (id) => document.getElementById(id);
const status = field('status');
const approve = field('approve');

// The fragment is never sent anywhere; a query would stand in the log of every proxy on the way.
const given = new URLSearchParams(location.hash.slice(1) || location.search);
for (const name of ['publishableKey', 'clientSecret']) field(name).value = given.get(name) ?? '';

const keys = () => ({ publishableKey: field('publishableKey').value, clientSecret: field('clientSecret').value });

const send = async (step, body) => {
  status.textContent = 'One moment';
  try {
    const answer = await fetch(`/sandbox/processor/setups/${step}`, { method: 'POST', body: JSON.stringify(body) });
    const told = await answer.json();
    status.textContent = told.error?.message ?? told.status;
    approve.hidden = told.status !== 'requires_action';
  } catch {
    status.textContent = 'The sandbox does not answer.';
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
