import { auditLedger } from '../../support/conformance/ledger.ts'
import type { AccountState } from '../account-state.ts'
import { type ConfirmedState, openingBalanceCents } from '../confirmed-state.ts'
import type { Problem } from './problem.ts'

type Line = AccountState['ledger'][number]

/**
 * Checks that the balance after each ledger line is start − charges + refunds + fundings. Each charge must belong to a
 * label or a batch of that price.
 */
export function checkMoney(facts: ConfirmedState, seen: AccountState): Problem[] {
  const problems = [...checkLedgerSums(seen), ...checkFundings(facts, seen)]
  const charges = groupCharges(seen.ledger)
  const ofBatches = new Set(
    [...seen.batches.values()].flatMap(({ items }) => items.map((item) => item.label_id)),
  )
  const known = new Map(facts.labels.map(({ id, rateCents }) => [id, rateCents]))
  for (const { label_id, environment } of seen.shipments) {
    if (environment === 'test' || ofBatches.has(label_id)) continue
    const rateCents = seen.labels.get(label_id)?.rate_cents ?? known.get(label_id)
    const paid = charges.get(label_id) ?? []
    charges.delete(label_id)
    if (paid.length !== 1 || paid[0]?.amount_cents !== -(rateCents ?? 0))
      problems.push(
        createProblem(`label ${label_id} costs ${rateCents} and was charged ${describeLines(paid)}`),
      )
  }
  for (const [id, batch] of seen.batches) {
    if (facts.batches.find((each) => each.id === id)?.environment !== 'live') continue
    const paid = charges.get(id) ?? []
    charges.delete(id)
    if (paid.length !== 1 || paid[0]?.amount_cents !== -batch.total_cost_cents)
      problems.push(
        createProblem(`batch ${id} costs ${batch.total_cost_cents} and was charged ${describeLines(paid)}`),
      )
    const failedCents = sumAmounts(
      batch.items.filter(({ status }) => status === 'failed').map((item) => item.rate_cents),
    )
    const backCents = sumAmounts(
      seen.ledger
        .filter(({ kind, reference }) => kind === 'refund' && reference === id)
        .map(({ amount_cents }) => amount_cents),
    )
    if (failedCents !== backCents)
      problems.push(createProblem(`batch ${id} failed items of ${failedCents} and refunded ${backCents}`))
  }
  for (const reference of charges.keys())
    problems.push(createProblem(`a charge for ${reference}, which does not exist`))
  return problems
}

function checkLedgerSums({ ledger, wallet }: AccountState): Problem[] {
  return auditLedger(ledger, { balanceCents: wallet.balance_cents, startCents: openingBalanceCents }).map(
    createProblem,
  )
}

function checkFundings(facts: ConfirmedState, { ledger }: AccountState): Problem[] {
  const paidIn = ledger.filter(({ kind }) => kind === 'funding').map(({ amount_cents }) => amount_cents)
  return String(paidIn) === String(facts.fundings)
    ? []
    : [{ kind: 'lost', about: 'money', what: `paid in ${facts.fundings}, the ledger has ${paidIn}` }]
}

function groupCharges(ledger: readonly Line[]): Map<string, Line[]> {
  const charges = new Map<string, Line[]>()
  for (const line of ledger) {
    if (line.kind !== 'charge') continue
    const reference = line.reference ?? 'nothing'
    charges.set(reference, [...(charges.get(reference) ?? []), line])
  }
  return charges
}

function describeLines(lines: readonly Line[]): string {
  return lines.length === 0 ? 'nothing' : lines.map(({ amount_cents }) => -amount_cents).join(' and ')
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'money', what }
}
