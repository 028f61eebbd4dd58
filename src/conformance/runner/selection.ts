import { createHash } from 'node:crypto'
import { BadInput } from '../bad-input.ts'
import type { Rule } from '../rule.ts'

/** The options that select rules. */
export interface SelectionOptions {
  /** Rule ids or patterns, in any letter case: `RATE-003`, `HOOK-*`. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  /** One of `count` parts of the selection; `index` counts from 1. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined
}

/**
 * Selects rules. A rule's shard depends on a hash of its id, so that a new rule moves no other. Throws BadInput if a
 * pattern matches no rule, or no rule is left. A shard may be empty.
 */
export function selectRules(rules: readonly Rule[], options: SelectionOptions): readonly Rule[] {
  const only = (options.only ?? []).map((pattern) => matching(rules, pattern, '--only'))
  const skip = (options.skip ?? []).map((pattern) => matching(rules, pattern, '--skip'))
  const { shard } = options
  const chosen = rules.filter(
    ({ id }) =>
      (only.length === 0 || only.some((matches) => matches(id))) && !skip.some((matches) => matches(id)),
  )
  if (chosen.length === 0) throw new BadInput('This selection leaves no rule to run.')
  return shard === undefined ? chosen : chosen.filter((rule) => shardOf(rule, shard.count) === shard.index)
}

/**
 * Whether a pattern, in which `*` stands for any characters, matches an id in any letter case. The parts between the stars
 * are searched in order; a regular expression could take exponential time.
 */
function isMeant(pattern: string, id: string): boolean {
  const text = id.toUpperCase()
  const [first = '', ...parts] = pattern.toUpperCase().split('*')
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** Whether any of the patterns matches an id. */
export function matchesAny(patterns: readonly string[] | undefined, id: string): boolean {
  return (patterns ?? []).some((pattern) => isMeant(pattern, id))
}

/** Makes the function that says whether an id matches a pattern. Throws BadInput if no rule matches it. */
export function matching(rules: readonly Rule[], pattern: string, option: string): (id: string) => boolean {
  const matches = (id: string): boolean => isMeant(pattern, id)
  if (rules.some(({ id }) => matches(id))) return matches
  const areas = [...new Set(rules.map(({ id }) => id.replace(/-\d+$/, '')))].join(', ')
  throw new BadInput(
    `${option}: no rule matches "${pattern}". Rules are named AREA-NNN; the areas are ${areas}.`,
  )
}

/** The shard of a rule. All rules about walks are in one, so that a run in parts explores once. */
function shardOf(rule: Rule, count: number): number {
  const together = rule.kind === 'active' && rule.explores === true ? 'walks' : rule.id
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(together).digest()
  return ((first * 65_536 + second * 256 + third) % count) + 1
}
