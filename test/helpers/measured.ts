/** Says what a measurement has found and what is wanted. A machine that is busy fails nobody: `scripts/measure` prints the lines. */
export const measured = (what: string, value: number, unit: string, wanted: string): void => {
  console.log(
    `measured  ${what}: ${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}, wanted ${wanted}`,
  );
};
