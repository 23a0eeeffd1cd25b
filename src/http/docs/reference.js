// The script of the page /docs/reference: Swagger UI with the operations of one tag, which the address names.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const container = document.getElementById('swagger');

/** The places of the components that a part of the document refers to, such as `schemas/Client`. */
const referencesIn = (part) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)].map(([, place = '']) => place);

/**
 * The document with the operations of one tag, and what they refer to. Swagger UI reads the whole document whenever an operation
 * is opened, which takes seconds with all operations.
 */
const partOf = (whole, tag) => {
  const paths = {};
  for (const [path, methods] of Object.entries(whole.paths)) {
    const own = Object.entries(methods).filter(([, operation]) => operation.tags?.includes(tag));
    if (own.length > 0) paths[path] = Object.fromEntries(own);
  }
  const components = { securitySchemes: whole.components.securitySchemes };
  const wanted = referencesIn(paths);
  for (let place = wanted.pop(); place !== undefined; place = wanted.pop()) {
    const [kind, name] = place.split('/');
    const component = whole.components[kind][name];
    components[kind] ??= {};
    if (components[kind][name] !== undefined) continue;
    components[kind][name] = component;
    wanted.push(...referencesIn(component));
  }
  const tags = whole.tags.filter(({ name }) => name === tag);
  return { ...whole, tags, paths, components, webhooks: {} };
};

/** The tag and the operation that the address names (`#/Bookings/createBooking`). */
const named = () => (location.hash.startsWith('#/') ? location.hash.slice(2).split('/').map(decodeURIComponent) : []);

/** Waits until the reference has drawn an element. */
const drawn = async (id) => {
  const place = id.replaceAll(' ', '_');
  for (let frames = 0; frames < 600 && document.getElementById(place) === null; frames++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return document.getElementById(place);
};

/** Opens the operation that the address names, and scrolls to it. */
const open = async ({ layoutActions }, tag, id) => {
  if (id === undefined) return scrollTo(0, 0);
  const operation = await drawn(`operations-${tag}-${id}`);
  layoutActions.show(['operations', tag, id], true);
  return operation?.scrollIntoView();
};

/** Authorizes with the key of a sandbox, and with an ID token of its client. */
const authorize = async (reference) => {
  if (container.dataset.key === '') return;
  reference.preauthorizeApiKey('apiKey', container.dataset.key);
  const body = JSON.stringify({ clientId: container.dataset.client });
  const response = await fetch('/sandbox/member-token', { method: 'POST', body });
  reference.preauthorizeApiKey('memberToken', (await response.json()).idToken);
};

const start = async () => {
  const whole = await (await fetch('/openapi.json')).json();
  const tagOf = (name) => (whole.tags.find((tag) => tag.name === name) ?? whole.tags[0]).name;
  const shown = tagOf(named()[0]);
  const reference = window.SwaggerUIBundle({
    domNode: container,
    spec: partOf(whole, shown),
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    onComplete: () => {
      const system = reference.getSystem();
      open(system, shown, named()[1]);
      addEventListener('hashchange', () => {
        const [name, id] = named();
        if (name === undefined) return;
        // The reference keeps what it has read of one document, so another tag begins afresh.
        if (tagOf(name) === shown) open(system, shown, id);
        else location.reload();
      });
      authorize(reference);
    },
  });
};
start();
