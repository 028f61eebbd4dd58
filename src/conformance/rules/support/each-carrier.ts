import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'

/** The most carriers that a rule buys of: four are documented. */
export const mostCarriers = 4

/** Quotes, and returns the cheapest rate of each carrier: a service may treat one of them differently. */
export async function ratesOfEach(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<readonly QuotedRate[]> {
  return cheapestOfEach(await t.setup.rates({ key }))
}

/** The cheapest rate of each carrier in a quote. */
export function cheapestOfEach(quoted: readonly QuotedRate[]): readonly QuotedRate[] {
  const rates = [...quoted].sort((a, b) => a.rateCents - b.rateCents)
  const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, mostCarriers)
  return carriers.flatMap((carrier) => rates.find((each) => each.carrier === carrier) ?? [])
}
