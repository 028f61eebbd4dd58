import type { CapturedExchange } from './exchange.ts'
import type { OperationName } from './operation.ts'

/** What came back, in full; what a report shows of it is its exchange. */
export interface Answer {
  readonly operation: OperationName | null
  /** As it was sent: the key too, so never to be reported. */
  readonly request: SentRequest
  readonly status: number
  /** Names in lower case; values of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
  /** Undefined where the body is no JSON. */
  readonly json: unknown
  /** By this machine's clock, when the answer had come. */
  readonly receivedAtMs: number
  readonly exchange: CapturedExchange
  /** Of the rule that asked; none of the catalogue's where the run itself did. */
  readonly ruleId?: string
}

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** The key it carried, if it carried one as a bearer. */
  readonly key: string | undefined
}
