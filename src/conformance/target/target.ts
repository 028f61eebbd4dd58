import type { ControlClient } from './control-client.ts'
import type { Inbox } from './inbox.ts'
import type { Capability, Need, SimpleNeed, WaitNeed } from './need.ts'
import { capabilityWords, type NeedWords, needWords, waitWords, withOption } from './need-words.ts'
import type { Profile } from './profile.ts'

/** What a user gives and allows. */
export interface Permissions {
  readonly spend: boolean
  readonly load: boolean
  /** What a test key buys is taken to be free. */
  readonly trust: boolean
  /** Real time a rule may wait; 0 allows none. */
  readonly waitMs: number
  /** The most that may be lost from a live wallet that is nobody's simulation. */
  readonly maxSpendCents: number
}

export interface TargetKeys {
  readonly test?: string | undefined
  readonly live?: string | undefined
  readonly limited?: string | undefined
  readonly revoked?: string | undefined
  readonly expired?: string | undefined
}

/** The control protocol as this target has it. */
export interface TargetControl {
  readonly client: ControlClient
  /** What it says it can do, and did when it was tried. */
  readonly works: ReadonlySet<Capability>
  /** What it says it can do and did not, and what happened. */
  readonly broken: ReadonlyMap<Capability, string>
  readonly trackingScripts: readonly string[]
  readonly carriers: readonly string[]
}

/** Everything a run knows about what it is pointed at. */
export interface Target {
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly control: TargetControl | undefined
  readonly profile: Profile
  readonly permissions: Permissions
  readonly inbox: Inbox | undefined
  /** Why deliveries cannot reach the harness although they should. */
  readonly inboxTrouble: string | undefined
  readonly webhookSecret: string | undefined
}

/** Each rule has an account of its own: money is made up, limits are its own, and nobody else is there. */
export function hasOwnAccounts(target: Target): boolean {
  return target.control?.works.has('accounts') === true
}

/** A need that is not met: what it is, and every option that would meet it. */
export interface Missing {
  readonly what: string
  readonly unlock: readonly string[]
  /** The target says it can, and could not when it was tried. */
  readonly isBroken: boolean
}

/** What stands in the way of a rule; nothing where it can run. */
export function findMissing(needs: readonly Need[], target: Target): readonly Missing[] {
  return needs.flatMap((need) => {
    const alternatives = isList(need) ? need : [need]
    const missing = alternatives.map((each) => lack(each, target))
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

function isList(need: Need): need is readonly (SimpleNeed | WaitNeed)[] {
  return Array.isArray(need)
}

function lack(need: SimpleNeed | WaitNeed, target: Target): Missing | undefined {
  if (typeof need === 'object') return lackTime(need.waitMs, target)
  if (need.startsWith('control:')) return lackCapability(need.slice('control:'.length), target)
  const { keys, permissions } = target
  const own = hasOwnAccounts(target)
  const made = target.control?.works.has('keys') === true
  switch (need) {
    case 'key:test':
      return own || keys.test !== undefined ? undefined : missing(needWords[need])
    case 'key:live':
      return own || keys.live !== undefined ? undefined : missing(needWords[need])
    case 'key:limited':
      return made || keys.limited !== undefined ? undefined : missing(needWords[need])
    case 'key:revoked':
      return made || keys.revoked !== undefined ? undefined : missing(needWords[need])
    case 'key:expired':
      return made || keys.expired !== undefined ? undefined : missing(needWords[need])
    case 'key:any-scope':
      return made ? undefined : lackCapability('keys', target)
    case 'spend':
      return own || permissions.spend ? undefined : missing(needWords[need])
    case 'load':
      return own || permissions.load ? undefined : missing(needWords[need])
    case 'trust':
      return own || permissions.trust ? undefined : missing(needWords[need])
    case 'inbox':
      return lackInbox(target)
    case 'secret':
      return target.control?.works.has('webhook') === true || target.webhookSecret !== undefined
        ? undefined
        : missing(needWords[need])
    default:
      return undefined
  }
}

function lackInbox(target: Target): Missing | undefined {
  if (target.inbox !== undefined && target.inboxTrouble === undefined) return undefined
  if (target.inboxTrouble !== undefined) {
    return missing({
      what: `webhook deliveries that reach this process: --webhook-public-url ${target.inboxTrouble}`,
      unlock: '--webhook-public-url',
    })
  }
  return missing(needWords.inbox)
}

function lackTime(waitMs: number, target: Target): Missing | undefined {
  if (target.control?.works.has('clock') === true || target.permissions.waitMs >= waitMs) return undefined
  return missing(waitWords(waitMs))
}

function lackCapability(capability: string, { control }: Target): Missing | undefined {
  if (control === undefined) {
    return missing(capabilityWords(capability))
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
  return missing({
    what: `control:${capability}, which this target's control protocol does not have`,
    unlock: `control:${capability}`,
  })
}

function missing({ what, unlock }: NeedWords): Missing {
  return { what: withOption(what, unlock), unlock: [unlock], isBroken: false }
}
