import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'

/** From how many carriers a rule buys at most: four are documented. */
export const maxCarriers = 4

/** Quotes rates and returns the cheapest of each carrier. */
export async function quoteEachCarrier(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<readonly QuotedRate[]> {
  return findCheapestOfEach(await t.setup.rates({ key }))
}

/** Returns the cheapest rate of each carrier in a quote. */
export function findCheapestOfEach(quoted: readonly QuotedRate[]): readonly QuotedRate[] {
  const rates = [...quoted].sort((a, b) => a.rateCents - b.rateCents)
  const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, maxCarriers)
  return carriers.flatMap((carrier) => rates.find((each) => each.carrier === carrier) ?? [])
}
