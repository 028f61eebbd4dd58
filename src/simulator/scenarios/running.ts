import type { Context } from '../accounts/context.ts'
import { removeFault } from '../faults/remove-fault.ts'
import { storeFault } from '../faults/store-fault.ts'
import { changeWallet } from '../resources/wallet.ts'
import { amountBounds } from '../resources/wallet-bounds.ts'
import { listScenarioFaults, listWalletSteps, type Scenario, type WalletChange } from './scenario.ts'

/** Starts a scenario on the account's clock, and stops a running one. */
export function startScenario(context: Context, scenario: Scenario): void {
  stopScenario(context)
  const nowMs = context.clock.now()
  for (const fault of listScenarioFaults(scenario)) storeFault(context, fault, scenario.name)
  for (const { atMs, wallet } of listWalletSteps(scenario)) {
    const id = context.random.drawId('stp')
    const dueMs = nowMs + atMs
    context.state.scenarioSteps.set(id, { id, scenario: scenario.name, dueMs, wallet })
    context.timeline.schedule({ dueMs, kind: 'scenario', id })
  }
}

/** Removes the faults and pending steps of the running scenario. The wallet stays as it is. */
export function stopScenario(context: Context): void {
  const { faults, scenarioSteps } = context.state
  for (const { id, scenario } of [...faults.values()]) if (scenario !== null) removeFault(context, id)
  for (const step of [...scenarioSteps.values()]) scenarioSteps.delete(step.id)
}

/**
 * Returns the name of the running scenario; null if there is none. A scenario runs while one of its faults has not
 * ended, or one of its steps is pending. The function ignores the faults whose ids are in `without`.
 */
export function findRunningScenario(context: Context, without: readonly string[] = []): string | null {
  const nowMs = context.clock.now()
  const { faults, scenarioSteps } = context.state
  for (const { id, scenario, endsAtMs } of faults.values()) {
    if (without.includes(id)) continue
    if (scenario !== null && (endsAtMs === null || endsAtMs > nowMs)) return scenario
  }
  for (const { scenario } of scenarioSteps.values()) return scenario
  return null
}

/** Runs a wallet step of the running scenario that is due. */
export function runScenarioStep(context: Context, id: string): void {
  const step = context.state.scenarioSteps.get(id)
  if (step === undefined) return
  context.state.scenarioSteps.delete(id)
  changeWallet(context, limitWalletChange(step.wallet))
}

/**
 * Returns the wallet change of a scenario step, cut to the present bounds: a step stored by an earlier version may
 * exceed them.
 */
function limitWalletChange(change: WalletChange): Parameters<typeof changeWallet>[1] {
  const reload = change.auto_reload
  const { balance, threshold, reload: amount } = amountBounds
  return {
    balanceCents: change.balance_cents && Math.min(change.balance_cents, balance.max),
    paymentMethod: change.payment_method,
    autoReload: reload && {
      thresholdCents: Math.min(reload.threshold_cents, threshold.max),
      amountCents: Math.min(reload.amount_cents, amount.max),
    },
  }
}
