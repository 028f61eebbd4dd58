import type { ControlClient } from './control-client.ts'
import type { Inbox } from './inbox.ts'
import { type Capability, hasAlternatives, type Need, type SimpleNeed, type WaitNeed } from './need.ts'
import {
  appendOption,
  describeCapabilityNeed,
  describeWaitNeed,
  type NeedWords,
  needWords,
} from './need-words.ts'
import type { Profile } from './profile.ts'

/** The permissions that the options give to a run. */
export interface Permissions {
  readonly spend: boolean
  readonly load: boolean
  /** True if purchases with a test key are assumed to be free. */
  readonly trust: boolean
  /** How long a rule may wait in real time, in milliseconds. */
  readonly waitMs: number
  /** How many cents a run may take from a live wallet of an account that the run did not create. */
  readonly maxSpendCents: number
  /**
   * True if the user set `maxSpendCents`. Without a live wallet, it then also limits test-key purchases, although they
   * are assumed to be free.
   */
  readonly hasUserLimit?: boolean
}

/** The API keys of an account at the target, by kind. */
export interface TargetKeys {
  readonly test?: string | undefined
  readonly live?: string | undefined
  readonly limited?: string | undefined
  readonly revoked?: string | undefined
  readonly expired?: string | undefined
}

/** The control protocol of a target. */
export interface TargetControl {
  readonly client: ControlClient
  /** The capabilities that the protocol names and that worked when the run tried them. */
  readonly works: ReadonlySet<Capability>
  /** The capabilities that the protocol names and that failed when the run tried them, each with a description of the failure. */
  readonly broken: ReadonlyMap<Capability, string>
  readonly trackingScripts: readonly string[]
  readonly carriers: readonly string[]
}

/** Everything that a run knows about the service that it tests. */
export interface Target {
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly control: TargetControl | undefined
  readonly profile: Profile
  readonly permissions: Permissions
  readonly inbox: Inbox | undefined
  /** Why webhook deliveries cannot reach the harness; undefined if they can. */
  readonly inboxTrouble: string | undefined
  readonly webhookSecret: string | undefined
}

/** Returns true if each rule has an account created for it, with invented money and rate limits that no other client uses up. */
export function hasOwnAccounts(target: Pick<Target, 'control'>): boolean {
  return target.control?.works.has('accounts') === true
}

/** Something that a rule needs and does not have, and the options that would provide it. */
export interface Missing {
  readonly what: string
  readonly unlock: readonly string[]
  /** True if the target names a capability that failed when the run tried it. */
  readonly isBroken: boolean
}

/** Lists what a rule needs but cannot have on a target; empty if the rule can run. */
export function listMissingNeeds(needs: readonly Need[], target: Target): readonly Missing[] {
  return needs.flatMap((need) => {
    const alternatives = hasAlternatives(need) ? need : [need]
    const missing = alternatives.map((each) => findMissingNeed(each, target))
    if (missing.some((each) => each === undefined)) return []
    const found = missing.filter((each) => each !== undefined)
    return [
      {
        what: found.map(({ what }) => what).join(', or '),
        unlock: found.flatMap(({ unlock }) => unlock),
        isBroken: found.every(({ isBroken }) => isBroken),
      },
    ]
  })
}

function findMissingNeed(need: SimpleNeed | WaitNeed, target: Target): Missing | undefined {
  if (typeof need === 'object') return findMissingTime(need.waitMs, target)
  if (need.startsWith('control:')) return findMissingCapability(need.slice('control:'.length), target)
  const { keys, permissions } = target
  const own = hasOwnAccounts(target)
  const canCreateKeys = target.control?.works.has('keys') === true
  switch (need) {
    case 'key:test':
      return own || keys.test !== undefined ? undefined : describeMissing(needWords[need])
    case 'key:live':
      return own || keys.live !== undefined ? undefined : describeMissing(needWords[need])
    case 'key:limited':
      return canCreateKeys || keys.limited !== undefined ? undefined : describeMissing(needWords[need])
    case 'key:revoked':
      return canCreateKeys || keys.revoked !== undefined ? undefined : describeMissing(needWords[need])
    case 'key:expired':
      return canCreateKeys || keys.expired !== undefined ? undefined : describeMissing(needWords[need])
    case 'key:any-scope':
      return canCreateKeys ? undefined : findMissingCapability('keys', target)
    case 'spend':
      return own || permissions.spend ? undefined : describeMissing(needWords[need])
    case 'load':
      return own || permissions.load ? undefined : describeMissing(needWords[need])
    case 'trust':
      return own || permissions.trust ? undefined : describeMissing(needWords[need])
    case 'inbox':
      return findMissingInbox(target)
    case 'secret':
      return target.control?.works.has('webhook') === true || target.webhookSecret !== undefined
        ? undefined
        : describeMissing(needWords[need])
    default:
      return undefined
  }
}

function findMissingInbox(target: Target): Missing | undefined {
  if (target.inbox !== undefined && target.inboxTrouble === undefined) return undefined
  if (target.inboxTrouble !== undefined) {
    return describeMissing({
      what: `webhook deliveries that reach this process: --webhook-public-url ${target.inboxTrouble}`,
      unlock: '--webhook-public-url',
    })
  }
  return describeMissing(needWords.inbox)
}

function findMissingTime(waitMs: number, target: Target): Missing | undefined {
  if (target.control?.works.has('clock') === true || target.permissions.waitMs >= waitMs) return undefined
  return describeMissing(describeWaitNeed(waitMs))
}

function findMissingCapability(capability: string, { control }: Target): Missing | undefined {
  if (control === undefined) {
    return describeMissing(describeCapabilityNeed(capability))
  }
  for (const each of control.works) if (each === capability) return undefined
  for (const [each, trouble] of control.broken) {
    if (each === capability) {
      return {
        what: `control:${capability}, which the target says it has, but ${trouble}`,
        unlock: [],
        isBroken: true,
      }
    }
  }
  return describeMissing({
    what: `control:${capability}, which this target's control protocol does not have`,
    unlock: `control:${capability}`,
  })
}

function describeMissing({ what, unlock }: NeedWords): Missing {
  return { what: appendOption(what, unlock), unlock: [unlock], isBroken: false }
}
