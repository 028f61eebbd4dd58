import type { FaultInput } from '../simulator/faults/fault-input.ts'
import type { Control } from './control.ts'

/** A fault as the simulator shows it: every field, and how often it has bitten. */
export interface FaultBody {
  readonly id: string
  readonly target: string
  readonly operation: string
  readonly mode: string
  readonly code: string | null
  readonly phase: 'before' | 'after'
  readonly status: number | null
  readonly latency_ms: number | null
  readonly message: string | null
  readonly probability: number
  readonly times: number | null
  readonly after: number
  readonly starts_in: string
  readonly lasts: string | null
  readonly starts_at: string
  readonly ends_at: string | null
  readonly hits: number
  /** How often it still may bite; null without `times`. */
  readonly remaining: number | null
  /** The scenario that brought it. */
  readonly scenario: string | null
}

/** What goes wrong for an account (faults, Its fields). */
export interface AccountFaults {
  add(fault: FaultInput): Promise<FaultBody>
  list(): Promise<readonly FaultBody[]>
  remove(id: string): Promise<void>
  /** Removes them all. */
  clear(): Promise<void>
}

export function openFaults(control: Control, account: string): AccountFaults {
  const path = `${account}/faults`
  return {
    add: (body) => control.ask({ method: 'POST', path, body }),
    list: async () => {
      const { faults } = await control.ask<{ readonly faults: readonly FaultBody[] }>({ method: 'GET', path })
      return faults
    },
    remove: (id) => control.tell({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
    clear: () => control.tell({ method: 'DELETE', path }),
  }
}
