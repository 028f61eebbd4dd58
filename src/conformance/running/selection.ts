import { createHash } from 'node:crypto'
import { BadInput } from '../bad-input.ts'
import type { Rule } from '../rule.ts'

export interface SelectionOptions {
  /** Ids or globs, in any letter case: `RATE-003`, `HOOK-*`. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  /** Which of so many parts, from 1 on. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined
}

/**
 * The rules chosen. A shard goes by a hash of the id, so that a new rule moves no other.
 * Throws BadInput for a pattern that no rule matches, and where nothing is left. A shard may be left without any.
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
 * Whether a pattern, `*` standing for anything, means this rule; letter case is nothing. Its parts are looked for in turn:
 * an expression would try every way to place them.
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

/** Whether any of the patterns means this rule. */
export function matchesAny(patterns: readonly string[] | undefined, id: string): boolean {
  return (patterns ?? []).some((pattern) => isMeant(pattern, id))
}

/** Gives whether an id is meant by a pattern. Throws BadInput for a pattern that no rule matches. */
export function matching(rules: readonly Rule[], pattern: string, option: string): (id: string) => boolean {
  const matches = (id: string): boolean => isMeant(pattern, id)
  if (rules.some(({ id }) => matches(id))) return matches
  const areas = [...new Set(rules.map(({ id }) => id.replace(/-\d+$/, '')))].join(', ')
  throw new BadInput(
    `${option}: no rule matches "${pattern}". Rules are named AREA-NNN; the areas are ${areas}.`,
  )
}

/** Rules that speak for walks share them: in one shard they are walked once. */
function shardOf(rule: Rule, count: number): number {
  const together = rule.kind === 'active' && rule.explores === true ? 'walks' : rule.id
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(together).digest()
  return ((first * 65_536 + second * 256 + third) % count) + 1
}
