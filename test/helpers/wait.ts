/** Waits turns of the event loop until a condition is true. */
export const waitFor = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
};
