// Runs in the pages that a website shows in a frame, and only there. They can be read without it.
(() => {
  // The website makes the frame as high as the page. Only the websites that the studio has named can have the frame.
  const tellHeight = () => parent.postMessage({ studiodHeight: document.documentElement.offsetHeight }, '*');
  new ResizeObserver(tellHeight).observe(document.documentElement);
  addEventListener('load', tellHeight);

  // What is done in a window of its own is told by a text that is used once: the frame has no cookie to see it by.
  const EVERY_MS = 4_000;
  const MOST_ASKED = 150;
  let state = '';
  let asked = 0;

  const ask = async () => {
    if (document.hidden || state === '' || asked >= MOST_ASKED) return;
    asked += 1;
    const response = await fetch(`/book/embed/state/${state}`, { credentials: 'omit', cache: 'no-store' });
    if (!response.ok || !(await response.json()).done) return;
    state = '';
    const again = new URL(location.href);
    again.searchParams.set('done', '1');
    location.replace(again);
  };
  // Without a connection it is asked again.
  const tryToAsk = () => ask().catch(() => {});
  setInterval(tryToAsk, EVERY_MS);
  document.addEventListener('visibilitychange', tryToAsk);

  const withState = (address) => {
    state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
    asked = 0;
    const url = new URL(address);
    url.searchParams.set('state', state);
    return url.href;
  };
  const isOwn = (address) => address.startsWith(`${location.origin}/book`);

  for (const kind of ['click', 'auxclick']) {
    document.addEventListener(kind, ({ target }) => {
      const link = target instanceof Element ? target.closest('a[target="_blank"]') : null;
      if (link !== null && isOwn(link.href)) link.href = withState(link.href);
    });
  }
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.method === 'post' && isOwn(target.action)) {
      target.action = withState(target.action);
    }
  });
})();
