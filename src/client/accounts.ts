import type { ClockChange } from './clock.ts'
import type { Control } from './control.ts'

export interface AccountInput {
  readonly id?: string
  readonly seed?: string | number
  readonly clock?: ClockChange
}

export interface AccountBody {
  readonly id: string
  /** Its first key for each environment; null where it has none, as after loading a snapshot without keys. */
  readonly keys: { readonly test: string | null; readonly live: string | null }
  readonly clock: { readonly now: string; readonly mode: 'realtime' | 'frozen' }
}

/** What a simulator says of itself. */
export interface DiscoveryBody {
  readonly protocol: string
  readonly implementation: { readonly name: string; readonly version: string }
  readonly capabilities: readonly string[]
  readonly tracking_scripts: readonly string[]
  readonly carriers: readonly string[]
}

/** The accounts of one simulator. */
export interface Accounts {
  discover(): Promise<DiscoveryBody>
  create(input?: AccountInput): Promise<AccountBody>
  list(): Promise<readonly AccountBody[]>
  get(id: string): Promise<AccountBody>
}

export function openAccounts(control: Control): Accounts {
  return {
    discover: () => control.ask({ method: 'GET', path: '/' }),
    create: ({ seed, ...input } = {}) => {
      const body = { ...input, ...(seed !== undefined && { seed: String(seed) }) }
      return control.ask({ method: 'POST', path: '/accounts', body })
    },
    list: async () => {
      const { accounts } = await control.ask<{ readonly accounts: readonly AccountBody[] }>({
        method: 'GET',
        path: '/accounts',
      })
      return accounts
    },
    get: (id) => control.ask({ method: 'GET', path: `/accounts/${encodeURIComponent(id)}` }),
  }
}
