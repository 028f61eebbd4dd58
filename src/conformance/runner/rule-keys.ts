import type { CallRequest } from '../call-request.ts'
import { Unsafe } from '../http/failures.ts'
import type { RuleContext } from '../rule-context.ts'
import { minutes } from '../target/need.ts'
import { openExpiredKey } from './expired-key.ts'
import type { RuleExecution } from './rule-execution.ts'

/** The keys of one rule: of its account or of the options, and those that the control protocol makes for it. */
export interface RuleKeys {
  /** The test key or the live key. Throws Unsafe if there is none. */
  given(kind: 'test' | 'live'): string
  /** The value of the key that a request names; undefined for none. */
  valueOf(key: CallRequest['key']): string | undefined
  readonly key: RuleContext['key']
  readonly keyWithScopes: RuleContext['keyWithScopes']
}

/** Opens the keys of a rule, without making any. */
export function openKeys(execution: RuleExecution): RuleKeys {
  const { rule, run, made, controlled } = execution
  const { target } = run
  const given: RuleKeys['given'] = (kind) => {
    const fresh = kind === 'test' ? run.limitRenewal?.key() : undefined
    const value = made?.keys[kind] ?? fresh ?? target.keys[kind]
    if (value === undefined) throw new Unsafe(`${rule.id} uses a ${kind} key without needing it`)
    return value
  }
  const keyWithScopes: RuleKeys['keyWithScopes'] = async (scopes, environment = 'test') => {
    const { key } = await controlled().keys.create({ environment, scopes })
    return key
  }
  return {
    given,
    valueOf: (key) => {
      if (key === null) return undefined
      return typeof key === 'object' ? key.value : given(key ?? 'test')
    },
    keyWithScopes,
    key: async (kind) => {
      if (kind === 'test' || kind === 'live') return given(kind)
      if (target.control?.works.has('keys') === true) {
        if (kind === 'limited') return keyWithScopes(['wallet:read'])
        return kind === 'revoked' ? revokedKey(execution) : expiredKey(execution)
      }
      const value = target.keys[kind]
      if (value === undefined) throw new Unsafe(`${rule.id} uses a ${kind} key without needing it`)
      return value
    },
  }
}

async function revokedKey({ controlled }: RuleExecution): Promise<string> {
  const { keys } = controlled()
  const { id, key } = await keys.create({ environment: 'test' })
  await keys.revoke(id)
  return key
}

async function expiredKey({ controlled, hasClock, run, rule }: RuleExecution): Promise<string> {
  const { keys, clock } = controlled()
  if (!hasClock) return (run.expiredKey ?? openExpiredKey(controlled(), run)).value(rule.id)
  const { key } = await keys.create({
    environment: 'test',
    expires_at: new Date((await clock.now()) + minutes(1)).toISOString(),
  })
  await clock.advance(minutes(2))
  return key
}
