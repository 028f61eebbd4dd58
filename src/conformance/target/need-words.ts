import { formatRoundedSpan, formatSpan } from '../duration.ts'
import { hasAlternatives, type Need, type SimpleNeed, type WaitNeed } from './need.ts'

/** A description of what a rule needs, and the option that provides it. */
export interface NeedWords {
  readonly what: string
  readonly unlock: string
}

/** The descriptions of all needs, except waits and capabilities of the control protocol. */
export const needWords = {
  'key:test': { what: 'a test key', unlock: '--key' },
  'key:live': { what: 'a live key', unlock: '--live-key' },
  'key:limited': { what: 'a key with wallet:read alone', unlock: '--limited-key' },
  'key:revoked': { what: 'a revoked key', unlock: '--revoked-key' },
  'key:expired': { what: 'an expired key', unlock: '--expired-key' },
  'key:any-scope': { what: 'a control protocol that creates keys with any scopes', unlock: '--control' },
  inbox: { what: 'a place where webhook deliveries arrive', unlock: '--webhook-listen' },
  secret: { what: "the webhook's signing secret", unlock: '--webhook-secret' },
  spend: { what: 'permission to charge the live wallet', unlock: '--allow-spend' },
  trust: { what: 'permission to assume that the sandbox is free', unlock: '--trust-sandbox' },
  load: { what: 'permission to exhaust a rate limit', unlock: '--allow-load' },
} as const satisfies Partial<Record<SimpleNeed, NeedWords>>

/** Describes the need of a rule for time to pass, and the option that allows it. */
export function describeWaitNeed(waitMs: number): NeedWords {
  const unlock = `--allow-wait ${formatRoundedSpan(waitMs)}`
  return {
    what: `${formatSpan(waitMs)} to pass, by the control protocol's clock or for real with ${unlock}`,
    unlock,
  }
}

/** Describes the need of a rule for a capability that only a control protocol has. */
export function describeCapabilityNeed(capability: string): NeedWords {
  return { what: `the control protocol's ${capability.replaceAll('_', ' ')}`, unlock: '--control' }
}

/** Adds the command option that meets a need to its description, in brackets, unless the description already names it. */
export function appendOption(what: string, unlock: string | undefined): string {
  return unlock?.startsWith('--') === true && !what.includes(unlock) ? `${what} (${unlock})` : what
}

/** Describes everything that a rule needs. */
export function explainNeeds(needs: readonly Need[]): string {
  if (needs.length === 0) return 'nothing'
  return needs
    .map((need) => (hasAlternatives(need) ? need.map(explainNeed).join(', or ') : explainNeed(need)))
    .join('; ')
}

function explainNeed(need: SimpleNeed | WaitNeed): string {
  const { what, unlock } = typeof need === 'object' ? describeWaitNeed(need.waitMs) : describeSimpleNeed(need)
  return appendOption(what, unlock)
}

function describeSimpleNeed(need: SimpleNeed): NeedWords {
  for (const [name, words] of Object.entries(needWords)) if (name === need) return words
  return describeCapabilityNeed(need.slice('control:'.length))
}
