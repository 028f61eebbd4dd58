import type { CarrierModeName } from '../../src/simulator/faults/targets/carrier.ts'

/** The result of a call to a carrier under each mode of a fault. */
const outcomes: Readonly<Record<CarrierModeName, 'failed' | 'refused' | 'late'>> = {
  down: 'failed',
  timeout: 'failed',
  error: 'failed',
  malformed: 'failed',
  slow: 'late',
  reject: 'refused',
}

const listModesWithOutcome = (outcome: string) =>
  Object.entries(outcomes).flatMap(([mode, of]) => (of === outcome ? mode : []))

/** Modes in which the carrier does not do what the client requested. */
export const failingModes = listModesWithOutcome('failed')
/** Modes in which the carrier refuses, with an error code. */
export const refusingModes = listModesWithOutcome('refused')
/** Modes in which the carrier responds late. */
export const lateModes = listModesWithOutcome('late')
