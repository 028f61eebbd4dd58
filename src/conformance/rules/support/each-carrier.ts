import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'

/** The maximum number of carriers from which a rule buys labels. The specification documents four carriers. */
export const maxCarriers = 4

/** Requests rates and returns the cheapest rate of each carrier. */
export async function requestCheapestOfEachCarrier(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<readonly QuotedRate[]> {
  return findCheapestOfEachCarrier(await t.setup.rates({ key }))
}

/** Returns the cheapest rate of each carrier in a quote. */
export function findCheapestOfEachCarrier(quoted: readonly QuotedRate[]): readonly QuotedRate[] {
  const rates = [...quoted].sort((a, b) => a.rateCents - b.rateCents)
  const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, maxCarriers)
  return carriers.flatMap((carrier) => rates.find((each) => each.carrier === carrier) ?? [])
}
