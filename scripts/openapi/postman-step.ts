import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import type { Json } from './json.ts'
import type { DocumentedName } from './service-operations.ts'

/** What a request of the collection asks beside what was recorded, and what it tests. */

export type KeyVariable = 'apiKey' | 'liveKey' | 'limitedKey' | 'revokedKey' | 'expiredKey'

export interface Step {
  readonly operation: DocumentedName
  readonly outcome: AnyErrorCode | 'success'
  /** In the place of the operation's own name, or the code. */
  readonly name?: string
  /** What stands in the path in the place of the recorded id. */
  readonly id?: string
  /** Makes the body of the one that was recorded. */
  readonly body?: (recorded: Json) => unknown
  /** A body that no JSON can say, as it holds variables. */
  readonly raw?: string
  /** The variable that holds the key, the usual one where left out; null for none, `unknown` for a key of nobody. */
  readonly key?: KeyVariable | 'unknown' | null
  readonly before?: Before
  readonly tests?: readonly string[]
  /** An error that may come where a carrier is down. */
  readonly whenDown?: AnyErrorCode
}

export interface Folder {
  readonly name: string
  readonly description: string
  readonly steps: readonly Step[]
  /** Done before each of its requests. */
  readonly before?: Before
}

/** What is done before a request: rates are quoted, a fault is added, or a variable is set. Names and values are JavaScript. */
export type Before =
  | {
      readonly kind: 'quote'
      readonly key: KeyVariable
      readonly recipient: string
      readonly variable: string
    }
  | { readonly kind: 'fault'; readonly fault: Json }
  | { readonly kind: 'set'; readonly variable: string; readonly value: string }
