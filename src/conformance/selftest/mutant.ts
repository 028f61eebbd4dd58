import type { RuleId } from '../rule.ts'
import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/** A service that deviates from the specification in one way. */
export interface Mutant {
  /** In kebab-case, never used twice. */
  readonly id: string
  /** What this service does wrong, as one sentence. */
  readonly deviation: string
  /** Rules each of which has to fail on it. */
  readonly kills: readonly [RuleId, ...RuleId[]]
  /** Rules that run beside them, since those above judge what these bring about. */
  readonly traffic?: readonly RuleId[]
  /** Opened for each run, so that it may remember what it has seen. */
  open(): Alteration
}

/**
 * A change on the wire between the harness and a good service. Each hook gives what goes on instead; undefined leaves
 * things as they are, and does not count as applied.
 */
export interface Alteration {
  /** Before the service sees a request: another request, or an answer in the service's stead. */
  request?(request: WireRequest, wire: Wire): Altered<WireRequest | WireResponse>
  /** The service's answer on its way back. */
  response?(response: WireResponse, request: WireRequest, wire: Wire): Altered<WireResponse>
  /** A webhook on its way to the harness: what is sent instead; an empty list sends nothing. */
  webhook?(delivery: WireDelivery, wire: Wire): Altered<readonly WireDelivery[]>
  /** A control call on its way to the service, and its answer on the way back. */
  controlRequest?(request: WireRequest): WireRequest | undefined
  controlResponse?(response: WireResponse, request: WireRequest): WireResponse | undefined
  /** A control call was carried out, as it was asked and answered; it changes nothing of it. */
  controlled?(request: WireRequest, response: WireResponse, wire: Wire): Promise<void> | void
  /** The clock of an account has been moved; true where something came of it. */
  advanced?(account: string, wire: Wire): Promise<boolean>
  /** What the harness's inbox answered, on its way back to the service; 0 where it cut the connection. */
  reply?(status: number, delivery: WireDelivery): number | undefined
}

type Altered<Value> = Promise<Value | undefined> | Value | undefined

/** What an alteration can learn and do besides. */
export interface Wire {
  /** The good service behind, called directly. */
  upstream(request: WireRequest): Promise<WireResponse>
  /** Its control protocol, called directly: `/accounts/…`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** The account a request's key belongs to, as far as control calls have shown it. */
  accountOf(request: WireRequest): string | undefined
  /** How far the harness has moved an account's clock, in milliseconds. */
  advancedMs(account: string | undefined): number
  /** Sends an event of the account's to where its webhook is set, signed as the service would sign it. */
  emit(account: string | undefined, event: unknown): Promise<void>
  /** What the service would call itself towards the harness: the base URL of the altered service. */
  readonly baseUrl: string
}
