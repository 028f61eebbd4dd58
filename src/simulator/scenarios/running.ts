import type { Context } from '../accounts/context.ts'
import { storeFault } from '../faults/store-fault.ts'
import { changeWallet } from '../resources/wallet.ts'
import { askedCents } from '../resources/wallet-bounds.ts'
import { faultsOf, type Scenario, type WalletChange, walletStepsOf } from './scenario.ts'

/** Sets a scenario going on the account's clock; one that ran before is stopped. */
export function startScenario(context: Context, scenario: Scenario): void {
  stopScenario(context)
  const nowMs = context.clock.now()
  for (const fault of faultsOf(scenario)) storeFault(context, fault, scenario.name)
  for (const { atMs, wallet } of walletStepsOf(scenario)) {
    const id = context.random.id('stp')
    const dueMs = nowMs + atMs
    context.state.scenarioSteps.set(id, { id, scenario: scenario.name, dueMs, wallet })
    context.timeline.schedule({ dueMs, kind: 'scenario', id })
  }
}

/** Takes away the faults of the scenario that runs and what it still had in store; the wallet stays as it is. */
export function stopScenario(context: Context): void {
  const { faults, scenarioSteps } = context.state
  for (const fault of [...faults.values()]) if (fault.scenario !== null) faults.delete(fault.id)
  for (const step of [...scenarioSteps.values()]) scenarioSteps.delete(step.id)
}

/** The scenario that runs: one with a fault still to bite or a step still to come; null when none does. */
export function runningScenario(context: Context): string | null {
  const nowMs = context.clock.now()
  const { faults, scenarioSteps } = context.state
  for (const { scenario, endsAtMs } of faults.values()) {
    if (scenario !== null && (endsAtMs === null || endsAtMs > nowMs)) return scenario
  }
  for (const { scenario } of scenarioSteps.values()) return scenario
  return null
}

/** Carries out a wallet step whose time has come. */
export function takeScenarioStep(context: Context, id: string): void {
  const step = context.state.scenarioSteps.get(id)
  if (step === undefined) return
  context.state.scenarioSteps.delete(id)
  changeWallet(context, fromWire(step.wallet))
}

/** A step that an earlier version kept may ask for more than can be asked for now: it brings what can. */
function fromWire(change: WalletChange): Parameters<typeof changeWallet>[1] {
  const reload = change.auto_reload
  const { balance, threshold, reload: amount } = askedCents
  return {
    balanceCents: change.balance_cents && Math.min(change.balance_cents, balance.max),
    paymentMethod: change.payment_method,
    autoReload: reload && {
      thresholdCents: Math.min(reload.threshold_cents, threshold.max),
      amountCents: Math.min(reload.amount_cents, amount.max),
    },
  }
}
