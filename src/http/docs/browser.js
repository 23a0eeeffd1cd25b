// The script of every page at /docs: the menu on small screens, the search, copy buttons and the URL of this server.
const menu = document.getElementById('menu');
const contents = document.getElementById('contents');
/** Scrolls the contents to the place where the reader is. */
const showCurrent = () => contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
const show = (isOpen) => {
  contents.classList.toggle('open', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
  if (isOpen) showCurrent();
};
menu.addEventListener('click', () => show(!contents.classList.contains('open')));
contents.addEventListener('click', (event) => event.target.closest('a') && show(false));
contents.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !contents.classList.contains('open')) return;
  show(false);
  menu.focus();
});

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

// A link to a collapsed entry opens it, and those around it. Operations are on a page of their own.
const openTarget = () => {
  if (location.pathname === '/docs' && location.hash.startsWith('#/')) {
    location.replace(`/docs/reference${location.hash}`);
    return;
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let entry = target?.closest('details'); entry; entry = entry.parentElement.closest('details')) entry.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', openTarget);
openTarget();

// The place where the reader is.
const markCurrent = () => {
  const here = `${location.pathname}${location.hash}`;
  for (const link of contents.querySelectorAll('a')) {
    const isCurrent = link.getAttribute('href') === here;
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (isCurrent && link.closest('details')) link.closest('details').open = true;
  }
  showCurrent();
};
addEventListener('hashchange', markCurrent);
markCurrent();

/** The links of the contents, each with the words by which the search finds it. */
const links = [...contents.querySelectorAll('li')].map((item) => {
  const link = item.querySelector('a');
  return { item, link, words: `${link.textContent} ${link.title}`.toLowerCase() };
});
const groups = [...contents.querySelectorAll('details')];
const wasOpen = new Map();
const search = document.getElementById('search');
const found = () => links.filter(({ item }) => !item.hidden);

/** Shows the links that have all words of the search; without words, all links. */
const filter = () => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length > 0 && wasOpen.size === 0) for (const group of groups) wasOpen.set(group, group.open);
  for (const { item, words } of links) item.hidden = !wanted.every((word) => words.includes(word));
  for (const group of groups) {
    group.hidden = group.querySelector('li:not([hidden])') === null;
    group.open = wanted.length > 0 || (wasOpen.get(group) ?? group.open);
  }
  if (wanted.length === 0) wasOpen.clear();
  document.getElementById('no-match').hidden = found().length > 0;
};
search.addEventListener('input', filter);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found()[0]?.link.click();
  if (event.key !== 'Escape' || search.value === '') return;
  event.stopPropagation();
  search.value = '';
  filter();
});
