// Puts the timetable or the plans of the studio into a website, in place of the script element:
//   <script src="https://book.studio.example/book/embed.js" data-view="timetable" async></script>
// data-view  timetable (what is shown without it) or plans
// data-site  the id of a site; without it, the site that the studio has chosen
// data-title what screen readers call the frame
// The studio names the website first: membership.embedOrigins of its settings. Nothing else of the website is changed.
(() => {
  const script = document.currentScript ?? document.querySelector('script[src$="/book/embed.js"]:not([data-shown])');
  if (script === null) return;
  script.dataset.shown = '';
  const { origin } = new URL(script.src);
  const { site, view, title } = script.dataset;

  // The frame has the scheme of the place where it stands, and not of the device: otherwise it would have a ground.
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const schemes = getComputedStyle(script.parentElement ?? document.documentElement).colorScheme;
  const scheme = schemes.includes('dark') && (isDark || !schemes.includes('light')) ? 'dark' : 'light';

  const address = new URL(site ? `/book/${encodeURIComponent(site)}` : '/book', origin);
  address.searchParams.set('embed', view === 'plans' ? 'plans' : 'timetable');
  address.searchParams.set('scheme', scheme);

  const frame = document.createElement('iframe');
  frame.title = title ?? (view === 'plans' ? 'Plans' : 'Timetable');
  frame.src = address.href;
  frame.loading = 'lazy';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '40rem',
    border: '0',
    background: 'none',
    colorScheme: scheme,
  });

  // The page in the frame says how high it is: only this page, from this server, and only a number.
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin) return;
    const height = Number(data?.studiodHeight);
    if (height > 0 && height < 100_000) frame.style.height = `${Math.ceil(height)}px`;
  });

  // Another page in the frame begins where the reader looks.
  let pages = 0;
  frame.addEventListener('load', () => {
    pages += 1;
    if (pages > 1 && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });

  script.after(frame);
})();
