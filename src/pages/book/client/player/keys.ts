/** Whether keys belong to what has the focus: a field, a list of choices, or a button that is pressed with them. */
const isTaken = (key: string): boolean => {
  const focused = document.activeElement;
  if (focused === null || focused.closest('input, select, textarea, dialog') !== null) return true;
  return key === ' ' && focused.closest('button, a') !== null;
};

/** The keys of a player: space, arrows, C and F. */
export const onKeys = (acts: readonly (readonly [key: string, act: () => void])[]): void => {
  const byKey = new Map(acts);
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const act = byKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (act === undefined || isTaken(event.key)) return;
    event.preventDefault();
    act();
  });
};
