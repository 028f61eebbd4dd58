import type { AccountLookup, Altered, WireAlteration } from '../../variations/alteration.ts'
import type { WireDelivery, WireRequest, WireResponse } from '../../variations/wire.ts'
import type { RuleId } from '../rule.ts'

/** A deliberately broken service that deviates from the specification in one way. */
export interface Mutant {
  /** The id of the broken service in kebab-case, which is never used again. */
  readonly id: string
  /** How the broken service deviates from the specification, in one sentence. */
  readonly deviation: string
  /** The rules that must each fail on the broken service. */
  readonly kills: readonly [RuleId, ...RuleId[]]
  /** Further rules to run: they send the requests whose responses the rules in `kills` check. */
  readonly traffic?: readonly RuleId[]
  /** A seed whose first eight random walks find the deviation. Without it, the default walks of a run are used. */
  readonly walkSeed?: number
  /** Creates the broken service's alteration of messages for one run. It may remember earlier messages. */
  open(): Alteration
}

/**
 * Changes the messages between the harness and a correct service, so that the harness sees another service, for example
 * a broken one. Its functions can also send requests to the correct service, learn that the harness moved a clock, and
 * change the harness's replies to webhook deliveries.
 */
export interface Alteration extends WireAlteration {
  /** Returns a changed request, or a response in place of the service's; undefined for no change. */
  request?(request: WireRequest, wire: Wire): Altered<WireRequest | WireResponse>
  /** Returns a changed response; undefined for no change. */
  response?(response: WireResponse, request: WireRequest, wire: Wire): Altered<WireResponse>
  /** Called when the correct service gave no response to a request. */
  lost?(request: WireRequest, wire: Wire): Promise<void>
  /** Returns the deliveries to send in place of this one; undefined for no change. */
  webhook?(delivery: WireDelivery, wire: Wire): Altered<readonly WireDelivery[]>
  /** Called after a control-protocol call, with its response. The function can change neither. */
  controlled?(request: WireRequest, response: WireResponse, wire: Wire): Promise<void> | void
  /** Called after the harness moved an account's clock. Resolves with true if the alteration changed something. */
  advanced?(account: string, wire: Wire): Promise<boolean>
  /** Changes the status of the harness's reply to a webhook delivery; 0 means a cut connection. */
  reply?(status: number, delivery: WireDelivery): number | undefined
}

/** The functions that an alteration of messages can call. */
export interface Wire extends AccountLookup {
  /** Sends a request directly to the correct service. */
  upstream(request: WireRequest): Promise<WireResponse>
  /** Sends a control-protocol call directly to the correct service, with a path such as `/accounts/…`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** Returns how far the harness has moved an account's clock, in milliseconds. */
  advancedMs(account: string | undefined): number
  /** Sends a webhook event to the harness for an account, signed as the service would sign it. */
  emit(account: string | undefined, event: unknown): Promise<void>
  /** The base URL of the altered service, which the harness tests. */
  readonly baseUrl: string
}
