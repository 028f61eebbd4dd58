import { ControlFailed } from '../wire/failures.ts'
import { type Fields, fieldsOf, isObject } from '../wire/fields.ts'
import type { ControlClient, ControlMethod } from './control-client.ts'

/** One account of the target, driven through the control protocol. Everything throws ControlFailed. */
export interface ControlledAccount {
  readonly id: string
  /** Any call below the account's path. */
  call(method: ControlMethod, path: string, body?: unknown): Promise<unknown>
  readonly clock: {
    /** Milliseconds since 1970, by the account's clock. */
    now(): Promise<number>
    /** Moves time on; what falls due has happened when this resolves. Gives what fired. */
    advance(spanMs: number): Promise<readonly Fired[]>
    /** Moves to the next event of a kind. */
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
    /** Gives the signing secret. */
    set(url: string): Promise<string>
    clear(): Promise<void>
    deliveries(): Promise<readonly unknown[]>
    redeliver(id: string): Promise<void>
  }
  readonly faults: {
    /** Gives the fault's id. */
    add(fault: Readonly<Record<string, unknown>>): Promise<string>
    clear(): Promise<void>
  }
  /** The carrier has scanned the package of this label now. */
  scan(labelId: string): Promise<void>
  readonly tracking: {
    script(trackingNumber: string, name: string): Promise<void>
    /** Happened at the carrier now; the client sees it from the next poll on. */
    event(trackingNumber: string, status: string, statusDetail?: string): Promise<void>
  }
  readonly carrierAccounts: {
    /** Gives the carrier account's id. */
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

export interface Fired {
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly kind: string
}

export function openControlledAccount(control: ControlClient, id: string): ControlledAccount {
  const base = `/accounts/${encodeURIComponent(id)}`
  const call: Call = (method, path, body) => control.call(method, `${base}${path}`, body)
  return {
    id,
    call,
    clock: clockOf(call),
    wallet: {
      get: async () => fieldsOf(await call('GET', '/wallet'), 'wallet'),
      set: async (change) => {
        await call('PATCH', '/wallet', change)
      },
    },
    keys: keysOf(call),
    webhook: webhookOf(call),
    faults: {
      add: async (fault) => textIn(await call('POST', '/faults', fault), 'id', 'A fault'),
      clear: async () => {
        await call('DELETE', '/faults')
      },
    },
    scan: async (labelId) => {
      await call('POST', `/labels/${encodeURIComponent(labelId)}/scan`)
    },
    tracking: trackingOf(call),
    carrierAccounts: {
      connect: async (input) =>
        textIn(await call('POST', '/carrier-accounts', input), 'id', 'A carrier account'),
      disconnect: async (accountId) => {
        await call('DELETE', `/carrier-accounts/${encodeURIComponent(accountId)}`)
      },
    },
    shipments: {
      list: async () => listIn(await call('GET', '/shipments'), 'shipments'),
      clone: (shipmentId) => call('POST', `/shipments/${encodeURIComponent(shipmentId)}/clone`),
    },
  }
}

type Call = ControlledAccount['call']

function clockOf(call: Call): ControlledAccount['clock'] {
  const advance = async (body: unknown): Promise<readonly Fired[]> => {
    const fired = listIn(await call('POST', '/clock/advance', body), 'fired')
    return fired.map((each) => ({
      atMs: Date.parse(textIn(each, 'at', 'An event')),
      kind: textIn(each, 'kind', 'An event'),
    }))
  }
  return {
    now: async () => Date.parse(textIn(await call('GET', '/clock'), 'now', 'The clock')),
    advance: (spanMs) => advance({ seconds: spanMs / 1_000 }),
    next: (kind) => advance({ next: kind }),
    freeze: async () => {
      await call('PATCH', '/clock', { mode: 'frozen' })
    },
  }
}

function keysOf(call: Call): ControlledAccount['keys'] {
  return {
    create: async (key) => {
      const made = await call('POST', '/keys', key)
      return { id: textIn(made, 'id', 'A new key'), key: textIn(made, 'key', 'A new key') }
    },
    revoke: async (keyId) => {
      await call('DELETE', `/keys/${encodeURIComponent(keyId)}`)
    },
  }
}

function webhookOf(call: Call): ControlledAccount['webhook'] {
  return {
    set: async (url) => textIn(await call('PUT', '/webhook', { url }), 'signing_secret', 'The webhook'),
    clear: async () => {
      await call('DELETE', '/webhook')
    },
    deliveries: async () => listIn(await call('GET', '/webhook/deliveries'), 'deliveries'),
    redeliver: async (deliveryId) => {
      await call('POST', `/webhook/deliveries/${encodeURIComponent(deliveryId)}/redeliver`)
    },
  }
}

function trackingOf(call: Call): ControlledAccount['tracking'] {
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

/** A text that an answer of the control protocol must hold. */
function textIn(answer: unknown, name: string, what: string): string {
  const value = isObject(answer) ? answer[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw new ControlFailed(`${what} gave no ${name}: ${JSON.stringify(answer)}`)
}

/** A list that an answer of the control protocol must hold. */
function listIn(answer: unknown, name: string): readonly unknown[] {
  const value = isObject(answer) ? answer[name] : undefined
  if (Array.isArray(value)) return value
  throw new ControlFailed(`The answer holds no list of ${name}: ${JSON.stringify(answer)?.slice(0, 200)}`)
}
