/** Scrolls what has the focus out from under something that has come to float over the page. */
export const clearOf = (floating: Element | null): void => {
  const { activeElement: focused, body } = document;
  if (floating === null || focused === null || focused === body || floating.contains(focused)) return;
  const [over, under] = [floating.getBoundingClientRect(), focused.getBoundingClientRect()];
  if (under.bottom > over.top && under.top < over.bottom) focused.scrollIntoView({ block: 'nearest' });
};
