import type { Answer, SentRequest } from './answer.ts'
import type { CapturedExchange } from './exchange.ts'
import type { OperationName } from './operation.ts'

/** The sender of a request: what it may do, and what it is told. */
export interface SendingRule {
  onExchange(exchange: CapturedExchange): void
  onAnswer(answer: Answer): void
  /** Called when a request to this endpoint got no answer, even if it was sent again and then got one. */
  onLost(place: string): void
  /** The id of the rule that sends. */
  readonly ruleId: string
  /** The shell variable that stands for a key where a request is shown. */
  nameKey(key: string): string
  /** Whether the sender may buy with a live key. */
  maySpend(): boolean
  /** Called before a purchase is sent; undefined if it cannot cost anything. Throws if it must not be sent. */
  toSend(operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
}

/** A purchase that may cost the live wallet. */
export interface Purchase {
  /** Sends the purchase once no other is in progress. Throws if it must not be sent any more. */
  carryOut(send: () => Promise<Answer>): Promise<Answer>
}
