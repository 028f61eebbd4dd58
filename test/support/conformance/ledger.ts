/** A line of the wallet's ledger as the control protocol shows it. */
export interface LedgerLine {
  readonly id: string
  readonly kind: string
  readonly amount_cents: number
  readonly balance_cents: number
}

/**
 * Returns the errors of a wallet ledger, oldest line first: a wrong balance of a line, of the wallet, or at the
 * opening.
 */
export function auditLedger(
  ledger: readonly LedgerLine[],
  { balanceCents, startCents }: { readonly balanceCents: number; readonly startCents: number },
): string[] {
  const wrong: string[] = []
  let balance = 0
  for (const { id, amount_cents, balance_cents } of ledger) {
    balance += amount_cents
    if (balance !== balance_cents) wrong.push(`line ${id} says ${balance_cents} where ${balance} is left`)
    if (balance < 0) wrong.push(`line ${id} leaves ${balance}`)
  }
  if (balanceCents !== balance) wrong.push(`the wallet holds ${balanceCents} and its ledger ${balance}`)
  const [opening] = ledger
  if (opening?.kind !== 'opening' || opening.amount_cents !== startCents)
    wrong.push('the ledger does not begin with the opening balance')
  return wrong
}
