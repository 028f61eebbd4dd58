import { BadInput } from '../bad-input.ts'
import type { Rule } from '../rule.ts'
import { findMissing, hasOwnAccounts, type Target } from '../target/target.ts'
import type { Outcome } from './outcome.ts'
import { needsOf } from './purchases.ts'
import { matchesAny } from './selection.ts'

/** Throws BadInput if there is no test key and none can be made. */
export function checkKey(target: Target): void {
  if (hasOwnAccounts(target) || target.keys.test !== undefined) return
  throw new BadInput(
    target.control === undefined
      ? 'Give a test key with --key or DRYDOCK_KEY: no control protocol answers that could make one, or --control off hides it. The base URL is what comes before /v1.'
      : 'Give a test key with --key or DRYDOCK_KEY: this control protocol makes no accounts.',
  )
}

/** The outcome of a rule that cannot run on a target; undefined if it can. */
export function findSkipReason(rule: Rule, target: Target): Outcome | undefined {
  if (matchesAny(target.profile.skip, rule.id)) {
    return { status: 'skipped', reason: 'The profile leaves it out (rules.skip).', reasonKind: 'excluded' }
  }
  if (rule.kind === 'invariant') return undefined
  const missing = findMissing(needsOf(rule, target), target)
  if (missing.length === 0) return undefined
  const lacksControl =
    target.control === undefined && missing.some(({ unlock }) => unlock.includes('--control'))
  const reason = [
    `Needs ${missing.map(({ what }) => what).join('; and ')}.`,
    ...(lacksControl ? ['No control protocol answers here, or --control off hides it.'] : []),
  ].join(' ')
  if (missing.some(({ isBroken }) => isBroken)) return { status: 'errored', reason }
  const unlock = [...new Set(missing.map((each) => each.unlock.join(' or ')))]
  const isPermission = unlock.every((each) => /--allow-|--trust-/.test(each))
  return { status: 'skipped', reason, reasonKind: isPermission ? 'permission' : 'capability', unlock }
}
