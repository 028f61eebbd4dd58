import type { ControlClient } from './control-client.ts'
import type { Inbox } from './inbox.ts'
import { type Capability, hasAlternatives, type Need, type SimpleNeed, type WaitNeed } from './need.ts'
import { capabilityWords, explainOption, type NeedWords, needWords, waitWords } from './need-words.ts'
import type { Profile } from './profile.ts'

/** The actions that the options allow. */
export interface Permissions {
  readonly spend: boolean
  readonly load: boolean
  /** Purchases with a test key are taken to be free. */
  readonly trust: boolean
  /** How long a rule may wait in real time, in milliseconds. */
  readonly waitMs: number
  /** The most that a run may cost a live wallet that is not made for it, in cents. */
  readonly maxSpendCents: number
  /** Whether that bound was asked for: it then also holds for test keys that are trusted without a live wallet to show it. */
  readonly isBoundAsked?: boolean
}

/** The keys of an account at the target, by kind. */
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
  /** The capabilities that it names and that worked when tried. */
  readonly works: ReadonlySet<Capability>
  /** The capabilities that it names and that failed when tried, each with what happened. */
  readonly broken: ReadonlyMap<Capability, string>
  readonly trackingScripts: readonly string[]
  readonly carriers: readonly string[]
}

/** All that a run knows of the service that it judges. */
export interface Target {
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly control: TargetControl | undefined
  readonly profile: Profile
  readonly permissions: Permissions
  readonly inbox: Inbox | undefined
  /** Why deliveries cannot reach the inbox; undefined if they can. */
  readonly inboxTrouble: string | undefined
  readonly webhookSecret: string | undefined
}

/** Whether each rule has an account of its own, with invented money and with limits that nobody else uses up. */
export function hasOwnAccounts(target: Pick<Target, 'control'>): boolean {
  return target.control?.works.has('accounts') === true
}

/** A need that is not met, and the options that would meet it. */
export interface Missing {
  readonly what: string
  readonly unlock: readonly string[]
  /** Whether the target names the capability but failed when it was tried. */
  readonly isBroken: boolean
}

/** The needs of a rule that are not met; none if it can run. */
export function findMissing(needs: readonly Need[], target: Target): readonly Missing[] {
  return needs.flatMap((need) => {
    const alternatives = hasAlternatives(need) ? need : [need]
    const missing = alternatives.map((each) => missingNeed(each, target))
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

function missingNeed(need: SimpleNeed | WaitNeed, target: Target): Missing | undefined {
  if (typeof need === 'object') return missingTime(need.waitMs, target)
  if (need.startsWith('control:')) return missingCapability(need.slice('control:'.length), target)
  const { keys, permissions } = target
  const own = hasOwnAccounts(target)
  const made = target.control?.works.has('keys') === true
  switch (need) {
    case 'key:test':
      return own || keys.test !== undefined ? undefined : missingThing(needWords[need])
    case 'key:live':
      return own || keys.live !== undefined ? undefined : missingThing(needWords[need])
    case 'key:limited':
      return made || keys.limited !== undefined ? undefined : missingThing(needWords[need])
    case 'key:revoked':
      return made || keys.revoked !== undefined ? undefined : missingThing(needWords[need])
    case 'key:expired':
      return made || keys.expired !== undefined ? undefined : missingThing(needWords[need])
    case 'key:any-scope':
      return made ? undefined : missingCapability('keys', target)
    case 'spend':
      return own || permissions.spend ? undefined : missingThing(needWords[need])
    case 'load':
      return own || permissions.load ? undefined : missingThing(needWords[need])
    case 'trust':
      return own || permissions.trust ? undefined : missingThing(needWords[need])
    case 'inbox':
      return missingInbox(target)
    case 'secret':
      return target.control?.works.has('webhook') === true || target.webhookSecret !== undefined
        ? undefined
        : missingThing(needWords[need])
    default:
      return undefined
  }
}

function missingInbox(target: Target): Missing | undefined {
  if (target.inbox !== undefined && target.inboxTrouble === undefined) return undefined
  if (target.inboxTrouble !== undefined) {
    return missingThing({
      what: `webhook deliveries that reach this process: --webhook-public-url ${target.inboxTrouble}`,
      unlock: '--webhook-public-url',
    })
  }
  return missingThing(needWords.inbox)
}

function missingTime(waitMs: number, target: Target): Missing | undefined {
  if (target.control?.works.has('clock') === true || target.permissions.waitMs >= waitMs) return undefined
  return missingThing(waitWords(waitMs))
}

function missingCapability(capability: string, { control }: Target): Missing | undefined {
  if (control === undefined) {
    return missingThing(capabilityWords(capability))
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
  return missingThing({
    what: `control:${capability}, which this target's control protocol does not have`,
    unlock: `control:${capability}`,
  })
}

function missingThing({ what, unlock }: NeedWords): Missing {
  return { what: explainOption(what, unlock), unlock: [unlock], isBroken: false }
}
