/** How many characters a value has as JSON in a cell of a CSV file. */
export const sizeInFile = (value: unknown): number => {
  const json = JSON.stringify(value);
  return json.length + (json.match(/"/g)?.length ?? 0);
};
