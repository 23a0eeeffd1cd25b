/** Shows the colours of a theme that was just published, without a moment between the old and the new ones. */
export const showColours = (colour: string): void => {
  const old = document.querySelector<HTMLLinkElement>('link[href^="/console/theme.css"]');
  const href = `/console/theme.css?v=${colour.slice(1).toLowerCase()}`;
  if (old === null || old.getAttribute('href') === href) return;
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.href = href;
  next.onload = () => old.remove();
  old.after(next);
};
