import type { Alteration } from '../../../src/conformance/selftest/mutant.ts'

/** One way in which a service breaks a row: what it does wrong, and how that comes about on the wire. */
export interface Breakage {
  readonly what: string
  /** Opened for each test, so that it may remember what it has seen. */
  open(): Alteration
}

/** A row has a breakage at least, or nothing could show that a test proves it. */
export type Breakages = readonly [Breakage, ...Breakage[]]

/** Rows of one group, each by its name with the ways to break it. */
export type Group<Name extends string> = readonly (readonly [Name, Breakages])[]

/** A group whose rows are all broken in the same manner. */
export function each<Name extends string>(
  names: readonly Name[],
  breakages: (name: Name) => Breakages,
): Group<Name> {
  return names.map((name) => [name, breakages(name)])
}

/** A group whose rows are broken each in its own way. */
export function listed<Table extends Readonly<Record<string | number, Breakages>>>(
  table: Table,
): Group<`${keyof Table & (string | number)}`>
export function listed(table: Readonly<Record<string, Breakages>>): Group<string> {
  return Object.entries(table)
}

/** A breakage that remembers nothing. */
export function broken(what: string, alteration: Alteration): Breakage {
  return { what, open: () => alteration }
}
