/** Attributes whose value names other elements by their ids. */
const REFERENCES = ['for', 'form', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls'];

let sheets = 0;

/** Gives the parts of a sheet other ids than the page beneath has, so that labels name the fields of their own page. */
export const uniqueIds = (content: HTMLElement): void => {
  sheets += 1;
  const taken = new Map<string, string>();
  for (const element of content.querySelectorAll('[id]')) {
    const { id } = element;
    if (document.getElementById(id) === element && document.querySelectorAll(`#${CSS.escape(id)}`).length === 1)
      continue;
    element.id = `${id}-${sheets}`;
    taken.set(id, element.id);
  }
  if (taken.size === 0) return;
  for (const name of REFERENCES) {
    for (const element of content.querySelectorAll(`[${name}]`)) {
      const ids = (element.getAttribute(name) ?? '').split(' ');
      element.setAttribute(name, ids.map((id) => taken.get(id) ?? id).join(' '));
    }
  }
};
