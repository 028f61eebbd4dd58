import scopeTable from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import { keysOf } from './keys-of.ts'

/** The permissions of a key (specification, Scopes). */
export type Scope = keyof typeof scopeTable

export const scopes = keysOf(scopeTable)

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeTable, text)
}
