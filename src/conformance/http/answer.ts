import type { CapturedExchange } from './exchange.ts'
import type { OperationName } from './operation.ts'

/** The whole answer to a request. Reports show only its `exchange`, without secrets. */
export interface Answer {
  readonly operation: OperationName | null
  /** The request as it was sent. It holds the key, so it must never be reported. */
  readonly request: SentRequest
  readonly status: number
  /** Names in lower case; values of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** When the whole answer had arrived, by this machine's clock. */
  readonly receivedAtMs: number
  readonly exchange: CapturedExchange
  /** The id of the rule that sent the request, or the name of what the run itself sent it for. */
  readonly ruleId?: string
}

/** A request as it was sent. Headers and `key` hold secrets. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The names of headers that the user adds to every request. Their values are secrets and are kept nowhere. */
  readonly added?: readonly string[] | undefined
  readonly body: string | Buffer | undefined
  /** The key that it carried as a bearer; undefined if it carried none. */
  readonly key: string | undefined
}
