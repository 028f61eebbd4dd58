import { type FaultTarget, findMode } from '../../../simulator/faults/targets.ts'
import type { ScenarioStep, WalletChange } from '../../../simulator/scenarios/scenario.ts'
import { centsText } from '../money/money.ts'
import { formatSpan } from '../time/instants.tsx'

/** Describes a step of a scenario in words. */
export function describeStep(step: ScenarioStep): string {
  const at = step.atMs === 0 ? 'At the start' : `After ${formatSpan(step.atMs)}`
  if (!('fault' in step)) return `${at}: the wallet changes to ${describeWalletChange(step.wallet)}.`
  const { fault, forMs } = step
  const { target, mode, operation = '*' } = fault
  const place = operation === '*' ? formatTarget(target) : `${formatTarget(target)} (${operation})`
  const span = forMs === undefined ? ', until the scenario is stopped' : `, for ${formatSpan(forMs)}`
  return `${at}: ${place}, ${describeFaultEffect(target, mode)}${span}.`
}

/** Returns a fault mode with its effect: `down: the carrier refuses the connection`. */
export function describeFaultEffect(target: FaultTarget, mode: string): string {
  const [effect] = findMode(target, mode)?.does.replaceAll('`', '').split(';', 1) ?? []
  return effect === undefined ? mode : `${mode}: ${effect}`
}

/** Formats the target of a fault for readers: `carrier:UPS` as `UPS`. */
export function formatTarget(target: string): string {
  if (target === 'carrier:*') return 'every carrier'
  return target.replace(/^carrier:/, '').replaceAll('_', ' ')
}

/** Describes a change of the wallet in a few words: `$0.50, card declined`. */
export function describeWalletChange({ balance_cents, payment_method, auto_reload }: WalletChange): string {
  const parts = [
    balance_cents !== undefined && centsText(balance_cents),
    payment_method !== undefined && (payment_method === 'none' ? 'no card' : `card ${payment_method}`),
    auto_reload !== undefined &&
      `auto-reload ${auto_reload === null ? 'off' : `below ${centsText(auto_reload.threshold_cents)}`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
