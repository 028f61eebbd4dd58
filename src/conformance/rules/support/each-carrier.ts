import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'

/** The carriers that a quote is bought of: four are supported. */
export const mostCarriers = 4

/** The cheapest rate of each carrier that quotes: a service may treat one of them otherwise than the rest. */
export async function ratesOfEach(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<readonly QuotedRate[]> {
  return cheapestOfEach(await t.setup.rates({ key }))
}

export function cheapestOfEach(quoted: readonly QuotedRate[]): readonly QuotedRate[] {
  const rates = [...quoted].sort((a, b) => a.rateCents - b.rateCents)
  const carriers = [...new Set(rates.map(({ carrier }) => carrier))].slice(0, mostCarriers)
  return carriers.flatMap((carrier) => rates.find((each) => each.carrier === carrier) ?? [])
}
