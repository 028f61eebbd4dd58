import { type FaultTarget, findMode } from '../../../simulator/faults/targets.ts'
import type { ScenarioStep, WalletChange } from '../../../simulator/scenarios/scenario.ts'
import { centsText } from '../money/money.ts'
import { spanText } from '../time/instants.tsx'

/** Describes a step of a scenario in words. */
export function stepText(step: ScenarioStep): string {
  const at = step.atMs === 0 ? 'At the start' : `After ${spanText(step.atMs)}`
  if (!('fault' in step)) return `${at}: ${walletText(step.wallet)}.`
  const { fault, forMs } = step
  const { target, mode, operation = '*' } = fault
  const place = operation === '*' ? targetText(target) : `${targetText(target)} (${operation})`
  const span = forMs === undefined ? ', until the scenario is stopped' : `, for ${spanText(forMs)}`
  return `${at}: ${place}, ${effectText(target, mode)}${span}.`
}

/** Returns a mode with its effect in words, without the remarks of the documentation. */
export function effectText(target: FaultTarget, mode: string): string {
  const [effect] = findMode(target, mode)?.does.replaceAll('`', '').split(';', 1) ?? []
  return effect === undefined ? mode : `${mode}: ${effect}`
}

/** Returns a target in words. */
export function targetText(target: string): string {
  if (target === 'carrier:*') return 'every carrier'
  return target.replace(/^carrier:/, '').replaceAll('_', ' ')
}

/** Describes a change of the wallet in a few words, for a drawing. */
export function shortWalletText({ balance_cents, payment_method, auto_reload }: WalletChange): string {
  const parts = [
    balance_cents !== undefined && centsText(balance_cents),
    payment_method !== undefined && (payment_method === 'none' ? 'no card' : `card ${payment_method}`),
    auto_reload !== undefined &&
      `auto-reload ${auto_reload === null ? 'off' : `below ${centsText(auto_reload.threshold_cents)}`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function walletText({ balance_cents, payment_method, auto_reload }: WalletChange): string {
  const parts = [
    ...(balance_cents === undefined ? [] : [`the wallet has ${centsText(balance_cents)}`]),
    ...(payment_method === undefined
      ? []
      : [`the card is ${payment_method === 'none' ? 'removed' : payment_method}`]),
    ...(auto_reload === undefined
      ? []
      : [
          auto_reload === null
            ? 'auto-reload is off'
            : `auto-reload is on below ${centsText(auto_reload.threshold_cents)}`,
        ]),
  ]
  return parts.join(', ')
}
