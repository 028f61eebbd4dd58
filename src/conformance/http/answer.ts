import type { OperationName } from './operation.ts'

/** The whole response to a request. Reports show only its `exchange`, in which secrets are masked. */
export interface Answer {
  readonly operation: OperationName | null
  /** The request as it was sent. It holds the key, so reports must never show it. */
  readonly request: SentRequest
  readonly status: number
  /** The headers: names in lower case, values of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** When the response was complete, by this machine's clock. */
  readonly receivedAtMs: number
  readonly exchange: CapturedExchange
  /** The id of the rule that sent the request. If the run itself sent the request, a name for its purpose. */
  readonly ruleId?: string
}

/** A request as it was sent. Its headers and `key` are secrets. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The names of the headers that the user adds to every request. Their values are secrets and are stored nowhere. */
  readonly added?: readonly string[] | undefined
  readonly body: string | Buffer | undefined
  /** The key in the Authorization header; undefined if the request has none. */
  readonly key: string | undefined
}

/** The rule that sends a request: what the rule may do, and the functions that are called with the responses. */
export interface SendingRule {
  onExchange(exchange: CapturedExchange): void
  onAnswer(answer: Answer): void
  /** Called when a request to this endpoint got no response, even if the request was repeated and then got one. */
  onLost(place: string): void
  /** The id of the rule that sends the request. */
  readonly ruleId: string
  /** Returns the shell variable that reports show in place of this key. */
  nameKey(key: string): string
  /** Returns true if the rule may buy with a live key. */
  maySpend(): boolean
  /** Called before a purchase is sent. Resolves with undefined if the purchase cannot cost anything. Throws if the rule must not buy. */
  preparePurchase(operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
}

/** A purchase that may take money from the live wallet. */
export interface Purchase {
  /** Waits until no other purchase is in progress, then sends the purchase. Throws if the rule must not buy any more. */
  carryOut(send: () => Promise<Answer>): Promise<Answer>
}

/** A request and its response in the form of the report: secrets masked, long bodies cut. */
export interface Exchange {
  /** The request: its `method`, `url`, `headers` and `body`. The body is null if the request has none. */
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  /** The response: its `status`, `headers` and `body`. It is null if no response came. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** Why no response came; null if a response came. */
  readonly failure: string | null
  /** The request as a curl command that takes the key from an environment variable. */
  readonly curl: string
  /** The time from the request to the end of the response, in milliseconds. */
  readonly duration_ms: number
}

/** An exchange (request and response) whose secrets are masked only when a report shows it, as most exchanges are never shown. */
export interface CapturedExchange {
  /** Returns the exchange with secrets masked. */
  show(): Exchange
}

/** A webhook delivery attempt in the form of the report: secrets masked, a long body cut. */
export interface ShownDelivery {
  /** The number of the delivery attempt for its label, from 1 on. */
  readonly attempt: number
  /** The `data.id` of the webhook event; null if it has none. */
  readonly label_id: string | null
  /** When the delivery attempt arrived, ISO 8601, by this machine's clock. */
  readonly received_at: string
  /** The HTTP method. */
  readonly method: string
  /** The HTTP headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. */
  readonly body: string
}
