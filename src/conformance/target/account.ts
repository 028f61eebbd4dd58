import { ControlFailed, NotJudged } from '../http/failures.ts'
import { type Fields, fieldsOf, isObject } from '../http/fields.ts'
import type { ControlClient, ControlMethod } from './control-client.ts'

/**
 * The functions that change one account of the target by the control protocol (control protocol, How do I create and
 * delete accounts?). Each of them may throw ControlFailed.
 */
export interface ControlledAccount {
  readonly id: string
  /** Sends any call of the control protocol. `path` is the part of the path after the account. */
  call(method: ControlMethod, path: string, body?: unknown): Promise<unknown>
  readonly clock: {
    /** Resolves with the time of the account's clock, in milliseconds since 1970. */
    now(): Promise<number>
    /** Advances the account's clock. Resolves with the work that was due (deliveries, polls) once the target has done all of it. */
    advance(spanMs: number): Promise<readonly Fired[]>
    /** Advances the account's clock to the time at which the next work of a kind is due. */
    next(kind: 'webhook' | 'rate_expiry' | 'poll' | 'batch' | 'any'): Promise<readonly Fired[]>
    freeze(): Promise<void>
  }
  readonly wallet: {
    get(): Promise<Fields>
    set(change: {
      readonly balance_cents?: number
      readonly payment_method?: 'valid' | 'declined' | 'none'
      readonly auto_reload?: null | { readonly threshold_cents: number; readonly amount_cents: number }
    }): Promise<void>
  }
  readonly keys: {
    create(key: {
      readonly environment: 'test' | 'live'
      readonly scopes?: readonly string[]
      readonly expires_at?: string
    }): Promise<{ readonly id: string; readonly key: string }>
    revoke(id: string): Promise<void>
  }
  readonly webhook: {
    /** Sets the account's webhook URL and resolves with the signing secret. */
    set(url: string): Promise<string>
    clear(): Promise<void>
    deliveries(): Promise<readonly unknown[]>
  }
  readonly faults: {
    /** Adds a fault and resolves with its id. */
    add(fault: Readonly<Record<string, unknown>>): Promise<string>
    clear(): Promise<void>
  }
  /** Makes the carrier scan the package of this label now. */
  scan(labelId: string): Promise<void>
  readonly tracking: {
    script(trackingNumber: string, name: string): Promise<void>
    /** Adds a tracking event that happens now. Clients see it after the service has next asked the carrier for tracking data (poll). */
    event(trackingNumber: string, status: string, statusDetail?: string): Promise<void>
  }
  readonly carrierAccounts: {
    /** Connects a carrier account and resolves with its id. */
    connect(input: {
      readonly carrier: string
      readonly nickname?: string
      readonly credentials?: 'valid' | 'rejected'
    }): Promise<string>
    disconnect(id: string): Promise<void>
  }
  readonly shipments: {
    list(): Promise<readonly unknown[]>
    clone(id: string): Promise<unknown>
  }
}

/** A piece of due work that the target did when the clock was advanced, such as a delivery. */
export interface Fired {
  /** When the work was done, in milliseconds since 1970. */
  readonly atMs: number
  readonly kind: string
}

/**
 * Creates the functions that change an account by the control protocol, without sending a call. `carriers` are the
 * names that the control protocol lists, if any. A fault or a connection for another carrier throws NotJudged.
 */
export function openControlledAccount(
  control: ControlClient,
  id: string,
  carriers: readonly string[] = [],
): ControlledAccount {
  const base = `/accounts/${encodeURIComponent(id)}`
  const call: Call = (method, path, body) => control.call(method, `${base}${path}`, body)
  return {
    id,
    call,
    clock: createClockCalls(call),
    wallet: {
      get: async () => fieldsOf(await call('GET', '/wallet'), 'wallet'),
      set: async (change) => {
        await call('PATCH', '/wallet', change)
      },
    },
    keys: createKeyCalls(call),
    webhook: createWebhookCalls(call),
    faults: {
      add: async (fault) => {
        const [, carrier] = /^carrier:(.+)$/.exec(String(fault['target'])) ?? []
        if (carrier !== undefined && carrier !== '*') requireListedCarrier(carrier, carriers)
        return requireTextField(await call('POST', '/faults', fault), 'id', 'A fault')
      },
      clear: async () => {
        await call('DELETE', '/faults')
      },
    },
    scan: async (labelId) => {
      await call('POST', `/labels/${encodeURIComponent(labelId)}/scan`)
    },
    tracking: createTrackingCalls(call),
    carrierAccounts: {
      connect: async (input) => {
        requireListedCarrier(input.carrier, carriers)
        return requireTextField(await call('POST', '/carrier-accounts', input), 'id', 'A carrier account')
      },
      disconnect: async (accountId) => {
        await call('DELETE', `/carrier-accounts/${encodeURIComponent(accountId)}`)
      },
    },
    shipments: {
      list: async () => requireListField(await call('GET', '/shipments'), 'shipments'),
      clone: (shipmentId) => call('POST', `/shipments/${encodeURIComponent(shipmentId)}/clone`),
    },
  }
}

/** Throws NotJudged if the control protocol does not list a carrier, as it may name carriers differently than the rates do. */
function requireListedCarrier(carrier: string, carriers: readonly string[]): void {
  const isListed = carriers.some((each) => each.toLowerCase() === carrier.toLowerCase())
  if (isListed || carriers.length === 0) return
  throw new NotJudged(
    `the control protocol lists the carriers ${carriers.join(', ')}, but the rates name ${carrier}, so it is unknown which of them to break or connect`,
  )
}

type Call = ControlledAccount['call']

function createClockCalls(call: Call): ControlledAccount['clock'] {
  const advance = async (body: unknown): Promise<readonly Fired[]> => {
    const fired = requireListField(await call('POST', '/clock/advance', body), 'fired')
    return fired.map((each) => ({
      atMs: Date.parse(requireTextField(each, 'at', 'An event')),
      kind: requireTextField(each, 'kind', 'An event'),
    }))
  }
  return {
    now: async () => Date.parse(requireTextField(await call('GET', '/clock'), 'now', 'The clock')),
    advance: (spanMs) => advance({ seconds: spanMs / 1_000 }),
    next: (kind) => advance({ next: kind }),
    freeze: async () => {
      await call('PATCH', '/clock', { mode: 'frozen' })
    },
  }
}

function createKeyCalls(call: Call): ControlledAccount['keys'] {
  return {
    create: async (key) => {
      const made = await call('POST', '/keys', key)
      return {
        id: requireTextField(made, 'id', 'A new key'),
        key: requireTextField(made, 'key', 'A new key'),
      }
    },
    revoke: async (keyId) => {
      await call('DELETE', `/keys/${encodeURIComponent(keyId)}`)
    },
  }
}

function createWebhookCalls(call: Call): ControlledAccount['webhook'] {
  return {
    set: async (url) =>
      requireTextField(await call('PUT', '/webhook', { url }), 'signing_secret', 'The webhook'),
    clear: async () => {
      await call('DELETE', '/webhook')
    },
    deliveries: async () => requireListField(await call('GET', '/webhook/deliveries'), 'deliveries'),
  }
}

function createTrackingCalls(call: Call): ControlledAccount['tracking'] {
  return {
    script: async (number, script) => {
      await call('PUT', `/tracking/${encodeURIComponent(number)}`, { script })
    },
    event: async (number, status, statusDetail) => {
      const body = { status, ...(statusDetail !== undefined && { status_detail: statusDetail }) }
      await call('POST', `/tracking/${encodeURIComponent(number)}/events`, body)
    },
  }
}

/** Returns a text field of a control-protocol response. Throws ControlFailed if it is missing. */
function requireTextField(answer: unknown, name: string, what: string): string {
  const value = isObject(answer) ? answer[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw new ControlFailed(`${what} has no field "${name}" in the response: ${JSON.stringify(answer)}`)
}

/** Returns a list field of a control-protocol response. Throws ControlFailed if it is missing. */
function requireListField(answer: unknown, name: string): readonly unknown[] {
  const value = isObject(answer) ? answer[name] : undefined
  if (Array.isArray(value)) return value
  throw new ControlFailed(
    `A response of the control protocol has no list of ${name}: ${JSON.stringify(answer)?.slice(0, 200)}`,
  )
}
