import table from '../../../fixtures/geography/states.json' with { type: 'json' }

/** A US state, the District, a territory, or a military region: two-letter code and English name. */
export interface State {
  readonly code: string
  readonly name: string
}

const byCode = new Map<string, State>(table.map((state) => [state.code, state]))
const byName = new Map<string, State>(table.map((state) => [state.name.toUpperCase(), state]))

/** Returns the state of a two-letter code, in any letter case. */
export function findState(code: string): State | undefined {
  return /^[a-z]{2}$/i.test(code) ? byCode.get(code.toUpperCase()) : undefined
}

/** Returns the state of a full English name such as California, in any letter case. */
export function findStateByName(name: string): State | undefined {
  return byName.get(name.toUpperCase())
}
