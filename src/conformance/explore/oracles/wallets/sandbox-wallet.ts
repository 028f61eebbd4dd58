import { isObject } from '../../../http/fields.ts'
import { readValuesByPath } from '../../../rules/support/values-by-path.ts'
import { hasSucceeded, integerIn, resourceIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { labelsMayFail, outcomeOf } from '../fault-state.ts'
import { Checks, ignoreStep, type Verdict } from '../oracle.ts'
import { findNonKeyErrorCode } from '../ownership.ts'
import type { Sale } from './live-sales.ts'
import { explainBalance, type WalletMemory, walletOf, withFreeEvent, withWallet } from './wallet-memory.ts'

/** Checks that a purchase with a test key never lacks money, and that the balance it reports does not change. */
export function judgeSandboxSale(memory: WalletMemory, step: CallStep, sale: Sale): Verdict<WalletMemory> {
  const { client, id } = step
  const live = walletOf(memory, client)
  const event = { statement: sale.sandbox, what: `a ${sale.name} was requested with a test key at ${id}` }
  const next = withWallet(memory, client, withFreeEvent(live, event))
  const code = findNonKeyErrorCode(step)
  const checks = new Checks()
  if (code?.startsWith('WALLET.') === true && sale.isOwn && !labelsMayFail(memory.faultState, client)) {
    if (outcomeOf(memory.faultState, step) !== 'refused') return ignoreStep(next)
    checks.that('SERVICE-27', false, () => ({
      expected: `a sandbox ${sale.name}: the wallet of the sandbox is unlimited`,
      seen: code,
      why: 'a test key is never charged',
    }))
    return checks.verdict(next)
  }
  const resource = resourceIn(step.answer, sale.name)
  const shown = integerIn(resource, 'wallet_balance_after_cents')
  if (resource !== undefined) checks.pass()
  if (shown === undefined) return checks.verdict(next)
  const was = memory.sandbox[client]
  const known = { ...next, sandbox: { ...memory.sandbox, [client]: shown } }
  if (was === undefined) return checks.verdict(known)
  // The service may report the live balance to a test key; sandbox purchases never change it.
  const isLive = live.cents === undefined || explainBalance(live, shown, step.atMs) !== undefined
  checks.that(sale.sandbox, was === shown || isLive, () => ({
    expected: `wallet_balance_after_cents ${was}, as before: a test key is not charged`,
    seen: `wallet_balance_after_cents ${shown}`,
    why: `the purchase with a test key before this one showed ${was} cents`,
  }))
  return checks.verdict(known)
}

/** Checks that nothing charges the sandbox wallet. A service may always show the live wallet to a test key instead. */
export function judgeSandboxReading(memory: WalletMemory, step: CallStep): Verdict<WalletMemory> {
  const { client, answer, atMs, id } = step
  if (!hasSucceeded(answer) || outcomeOf(memory.faultState, step) !== 'done' || !isObject(answer.json)) {
    return ignoreStep(memory)
  }
  const live = walletOf(memory, client)
  const { places } = memory
  // Until a reading with a live key shows which field is the balance, a number in the wallet may mean something else.
  if (places === undefined) return ignoreStep(memory)
  const numbers = [...readValuesByPath(answer.json)].filter(
    (each): each is [string, number] => Number.isSafeInteger(each[1]) && places.includes(each[0]),
  )
  const before = memory.free[client]
  if (before === undefined) {
    const isClear = live.cents !== undefined && !step.isConcurrent
    const isFree = numbers.every(([, value]) => explainBalance(live, value, atMs) === undefined)
    if (!isClear || !isFree || numbers.length === 0) return ignoreStep(memory)
    return ignoreStep({ ...memory, free: { ...memory.free, [client]: Object.fromEntries(numbers) } })
  }
  const fallen = numbers.find(([place, value]) => value < (before[place] ?? value))
  const checks = new Checks()
  checks.that('STATES-7', fallen === undefined, () => ({
    expected: `${fallen?.[0]} ${before[fallen?.[0] ?? '']}, as a test key read it before: nothing charges the sandbox`,
    seen: `${fallen?.[0]} ${fallen?.[1]}`,
    why: `this client's test key reads a separate wallet, and nothing may charge it before ${id}`,
  }))
  return checks.verdict(memory)
}
