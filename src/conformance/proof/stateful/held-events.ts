import {
  jsonOf,
  readLabelId,
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withJson,
} from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { parseControlCall } from '../proxy/seen-accounts.ts'
import type { ParsedResponse } from './stateful.ts'

/** Stores the account of each webhook secret, so that an alteration can find the account of a delivery. */
export class SecretOwners {
  readonly #accountOf = new Map<string, string>()

  /** Stores the secret in the response to a control-protocol call that sets a webhook. */
  noteSecret(request: WireRequest, response: WireResponse): void {
    const { account, call } = parseControlCall(request)
    const answer = jsonOf(response)
    if (call !== 'webhook' || !isObject(answer)) return
    if (typeof answer['signing_secret'] === 'string') this.#accountOf.set(answer['signing_secret'], account)
  }

  /** Returns the account that a webhook delivery belongs to; empty if its secret is unknown. */
  findAccount({ secret }: WireDelivery): string {
    return this.#accountOf.get(secret) ?? ''
  }
}

/** Holds back webhook deliveries of the correct service. The delivery log then shows only the attempts that were passed on. */
export class HeldEvents {
  readonly #held = new WeakMap<WireDelivery, 'skipped' | 'dropped'>()
  readonly #skipped = new Set<string>()
  readonly #dropped = new Set<string>()
  /** The attempts that were passed on, by label, and the status of the last reply. */
  readonly #made = new Map<string, { attempts: number; code: number | null }>()

  /** Holds back this attempt of a webhook delivery; later attempts can pass. */
  skipAttempt(delivery: WireDelivery): readonly WireDelivery[] {
    this.#held.set(delivery, 'skipped')
    this.#skipped.add(readLabelId(delivery))
    return []
  }

  /** Holds back all attempts of a webhook delivery, and hides the delivery in the log. */
  dropDelivery(delivery: WireDelivery): readonly WireDelivery[] {
    this.#held.set(delivery, 'dropped')
    this.#dropped.add(readLabelId(delivery))
    return []
  }

  /** Returns how many delivery attempts for a label were passed on. */
  countAttempts(label: string): number {
    return this.#made.get(label)?.attempts ?? 0
  }

  /**
   * Returns the status that the correct service gets as reply to a delivery: 503 for an attempt that was held back;
   * undefined for the real status.
   */
  changeReply(status: number, delivery: WireDelivery): number | undefined {
    const held = this.#held.get(delivery)
    if (held !== undefined) return held === 'skipped' ? 503 : undefined
    const label = readLabelId(delivery)
    this.#made.set(label, { attempts: this.countAttempts(label) + 1, code: status || null })
    return undefined
  }

  /** Returns the delivery log without the attempts that were held back. Deliveries of the labels in `ended` have the status `failed`. */
  hideInLog(
    { operation, isGood, json, response }: ParsedResponse,
    ended?: ReadonlySet<string>,
  ): WireResponse | undefined {
    if (operation !== 'listDeliveries' || !isGood || !Array.isArray(json['deliveries'])) return undefined
    const deliveries = json['deliveries'].filter(isObject).flatMap((entry) => {
      const label = String(entry['label_id'])
      if (this.#dropped.has(label)) return []
      if (!this.#skipped.has(label)) return [entry]
      const { attempts = 0, code = null } = this.#made.get(label) ?? {}
      const status = ended?.has(label) === true ? 'failed' : entry['status']
      return [{ ...entry, attempts, response_code: code, status }]
    })
    return this.#skipped.size + this.#dropped.size === 0
      ? undefined
      : withJson(response, { ...json, deliveries })
  }
}
