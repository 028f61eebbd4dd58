import { roundedDurationText, spanText } from '../duration.ts'
import type { Need, SimpleNeed, WaitNeed } from './need.ts'

/** A need in words, and the option that meets it. */
export interface NeedWords {
  readonly what: string
  readonly unlock: string
}

export const needWords = {
  'key:test': { what: 'a test key', unlock: '--key' },
  'key:live': { what: 'a live key', unlock: '--live-key' },
  'key:limited': { what: 'a key with wallet:read alone', unlock: '--limited-key' },
  'key:revoked': { what: 'a revoked key', unlock: '--revoked-key' },
  'key:expired': { what: 'an expired key', unlock: '--expired-key' },
  'key:any-scope': { what: 'a control protocol that makes keys with any scopes', unlock: '--control' },
  inbox: { what: 'a place where webhook deliveries arrive', unlock: '--webhook-listen' },
  secret: { what: "the webhook's signing secret", unlock: '--webhook-secret' },
  spend: { what: 'leave to charge the live wallet', unlock: '--allow-spend' },
  trust: { what: 'leave to take the sandbox to be free', unlock: '--trust-sandbox' },
  load: { what: 'leave to exhaust a rate limit', unlock: '--allow-load' },
} as const satisfies Partial<Record<SimpleNeed, NeedWords>>

/** Time that has to pass, in words. */
export function waitWords(waitMs: number): NeedWords {
  const unlock = `--allow-wait ${roundedDurationText(waitMs)}`
  return {
    what: `${spanText(waitMs)} to pass, by the control protocol's clock or for real with ${unlock}`,
    unlock,
  }
}

/** Something that only a control protocol can do, in words. */
export function capabilityWords(capability: string): NeedWords {
  return { what: `the control protocol's ${capability.replaceAll('_', ' ')}`, unlock: '--control' }
}

/** The words with the option that they do not name themselves. */
export function withOption(what: string, unlock: string | undefined): string {
  return unlock?.startsWith('--') === true && !what.includes(unlock) ? `${what} (${unlock})` : what
}

/** Everything a rule needs, for people. */
export function explainNeeds(needs: readonly Need[]): string {
  if (needs.length === 0) return 'nothing'
  return needs
    .map((need) => (isList(need) ? need.map(explainNeed).join(', or ') : explainNeed(need)))
    .join('; ')
}

function isList(need: Need): need is readonly (SimpleNeed | WaitNeed)[] {
  return Array.isArray(need)
}

function explainNeed(need: SimpleNeed | WaitNeed): string {
  const { what, unlock } = typeof need === 'object' ? waitWords(need.waitMs) : simpleWords(need)
  return withOption(what, unlock)
}

function simpleWords(need: SimpleNeed): NeedWords {
  for (const [name, words] of Object.entries(needWords)) if (name === need) return words
  return capabilityWords(need.slice('control:'.length))
}
