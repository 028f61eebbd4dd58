import type { Answer, SentRequest } from './answer.ts'
import type { CapturedExchange } from './exchange.ts'
import type { OperationName } from './operation.ts'

/** Who sends a request: what it may do, and what it is told. */
export interface SendingRule {
  onExchange(exchange: CapturedExchange): void
  onAnswer(answer: Answer): void
  /** Something that was sent there got no answer, be it that it was asked again and then got one. */
  onLost(place: string): void
  /** The rule that sends. */
  readonly ruleId: string
  /** The variable that stands for a key where a request is shown. */
  nameKey(key: string): string
  /** May this live key spend? Undefined where nothing could cost. */
  maySpend(): boolean
  /** Before this is sent. Throws where it must not be. */
  toSend(operation: OperationName, sent: SentRequest): Promise<Purchase | undefined>
}

/** A purchase that may cost somebody. */
export interface Purchase {
  /** Sends it once no other is under way. Throws where it must not be sent any more. */
  carryOut(send: () => Promise<Answer>): Promise<Answer>
}
