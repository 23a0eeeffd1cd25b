import { type MachineRules, machineRules } from './machine.ts';
import { namesByLowerCase, programRules, type ZoneRules } from './rules.ts';
import { type Zone, zoneOf } from './zone.ts';

/** Where machines have the rules of time zones. */
export const MACHINE_ZONES = '/usr/share/zoneinfo';

const UTC = 'UTC';
/** `America/Port-au-Prince`, `Etc/GMT+5`: nothing that leads out of a directory. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** All time zones, by the newer of two sets of rules (appliance.md "Time zones"). */
export class TimeZones {
  readonly rules: ZoneRules;
  readonly #zones = new Map<string, Zone>([[UTC, zoneOf([{ from: Number.NEGATIVE_INFINITY, offset: 0 }], false)]]);
  #names: ReadonlyMap<string, string> | undefined;

  constructor(
    readonly program: ZoneRules,
    readonly machine: MachineRules,
  ) {
    const { rules } = machine;
    this.rules = rules !== undefined && rules.version > program.version ? rules : program;
  }

  /** A zone in the spelling of IANA, such as Europe/Berlin for europe/berlin; undefined if there is none. */
  nameOf(text: string): string | undefined {
    if (text === UTC) return text;
    this.#names ??= this.#allNames();
    return this.#names.get(text.toLowerCase());
  }

  #allNames(): ReadonlyMap<string, string> {
    const { program, rules } = this;
    const names = program.names();
    // A machine may lack what is there for the sake of old names.
    return rules === program ? names : namesByLowerCase([...names.values(), ...rules.names().values()]);
  }

  /** @throws RangeError where there is no such zone. */
  zone(name: string): Zone {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const zone = NAME.test(name) ? (this.rules.zone(name) ?? this.program.zone(name)) : undefined;
    if (zone === undefined) throw new RangeError(`there is no time zone '${name}'`);
    this.#zones.set(name, zone);
    return zone;
  }
}

let directory = (): string => MACHINE_ZONES;
let used: TimeZones | undefined;

/** Says where the rules of this machine are. Call it before anything asks a clock: the rules of a process do not change. */
export const findMachineZones = (find: () => string): void => {
  directory = find;
};

export const machineZones = (): string => directory();

export const timeZones = (): TimeZones => {
  used ??= new TimeZones(programRules, machineRules(machineZones()));
  return used;
};
