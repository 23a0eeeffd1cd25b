// The script of the page: the reference, the menu on small screens, copy buttons and the URL of this server.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const menu = document.getElementById('menu');
const contents = document.getElementById('contents');
const show = (isOpen) => {
  contents.classList.toggle('open', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
};
menu.addEventListener('click', () => show(!contents.classList.contains('open')));
contents.addEventListener('click', (event) => event.target.closest('a') && show(false));

for (const block of document.querySelectorAll('.code > code')) {
  block.textContent = block.textContent.replaceAll(document.body.dataset.root, location.origin);
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  });
  // Browsers allow access to the clipboard on secure pages only.
  if (navigator.clipboard !== undefined) block.parentElement.append(copy);
}

// A link to a collapsed entry opens it.
const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();

const container = document.getElementById('swagger');
const reference = window.SwaggerUIBundle({
  domNode: container,
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
  // The document has one URL of this server, and the page may have been opened by another, such as localhost.
  requestInterceptor: (request) => {
    request.url = request.url.replace(document.body.dataset.root, location.origin);
    return request;
  },
  onComplete: async () => {
    if (container.dataset.key === '') return;
    reference.preauthorizeApiKey('apiKey', container.dataset.key);
    const body = JSON.stringify({ clientId: container.dataset.client });
    const answer = await fetch('/sandbox/member-token', { method: 'POST', body });
    reference.preauthorizeApiKey('memberToken', (await answer.json()).idToken);
  },
});
