import { keyOfTheRule } from '../key-variable.ts'
import type { RuleResult } from '../report.ts'

/** What has to be known by whoever sends a rule's requests again. */
export function stepNotes({ exchanges, own_account }: RuleResult): readonly string[] {
  if (exchanges.length === 0) return []
  const usesOwnKey = exchanges.some(({ curl }) => curl.includes(keyOfTheRule))
  return [
    ...(own_account
      ? [
          "The ids in the steps lived in an account of the rule's own, which is gone; what it did there by the control protocol is not among them.",
        ]
      : []),
    ...(usesOwnKey ? [`$${keyOfTheRule} is a key that the rule had made on the way, or made up.`] : []),
  ]
}
