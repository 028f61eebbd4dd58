import type { Modes, Target } from '../target.ts'

/** Faults of address validation; they take effect in `../../resources/addresses.ts`. */
export const addressValidation = {
  names: ['address_validation'],
  shownAs: ['address_validation'],
  label: 'address_validation',
  operations: [],
  operationsHelp: null,
  modes: {
    down: { takes: ['message'], does: '503 `ADDRESS.VALIDATION.SERVICE_ERROR`' },
    slow: { takes: ['latency_ms'], latencyMs: 1_000, does: 'the response is right, and late' },
  } as const satisfies Modes,
  codesOn: () => [],
} as const satisfies Target
