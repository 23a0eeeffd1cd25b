/** A symbol, which no JSON of a schema shows. */
const MONEY = Symbol('money');

/** The schema of an amount in minor units: files of other systems may have it as a decimal. */
export const inMinorUnits = <Schema extends object>(schema: Schema): Schema => ({ ...schema, [MONEY]: true });

/** Whether a schema describes an amount in minor units. */
export const isMoney = (schema: object): boolean => Reflect.get(schema, MONEY) === true;
