import { operationOf } from '../../http/operation.ts'
import type { Turn } from '../choices/choice.ts'
import type { Asked } from '../step.ts'
import { referenceTo } from '../walk-state.ts'
import {
  about,
  acting,
  batching,
  buying,
  calling,
  newestOf,
  type Party,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
  shipments,
} from './scenario.ts'

const uses = ['getWallet', 'createRates', 'getLabel', 'getBatch', 'listDeliveries'] as const

/** What a key is used for: something of its client's that was there before. */
function using(by: Party, what: (typeof uses)[number], scene: Scene): Turn {
  switch (what) {
    case 'createRates':
      return calling(by, what, () => ({ body: shipments.usual }))
    case 'getLabel':
      return about(by, what, newestOf('label', scene))
    case 'getBatch':
      return about(by, what, newestOf('batch', scene))
    default:
      return calling(by, what)
  }
}

/** The key that was made last, or one of those before it. */
const ofKey = (scene: Scene, back: number): Party => ({
  who: '',
  before: [],
  ask: (world) => {
    const made = newestOf('key', scene, back)(world)
    return made && { client: scene.client, key: referenceTo(made) }
  },
})

const revoking = (scene: Scene, back: number): Turn =>
  acting(newestOf('key', scene, back), (named) => ({
    do: 'revoke key',
    client: scene.client,
    key: named('key'),
  }))

/** A key that is made, used, comes to its end in some way, and is used again long after; beside others. */
export function agingKey(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const what = pick(uses, 'use')
  const end = pick(['revoked', 'expired'], 'end')
  const gap = pick([0, 5, 90_000, 691_200], 'gap')
  if (!can.keys) return undefined
  // Which of the two was made first makes a difference.
  const at = pick([0, 1], 'first')
  const narrow = pick([undefined, ['rates:read'], ['labels:read']], 'scopes')
  const [used, beside] = [ofKey(scene, at), ofKey(scene, 1 - at)]
  const each = [using(used, what, scene), using(beside, what, scene)]
  return {
    name: `${end}, ${gap} s later, ${what}`,
    turns: () => [
      ...madeFor(what, owner, scene),
      ...twoKeys(scene, { at, isExpiring: end === 'expired', narrow }),
      ...each,
      ...(end === 'expired'
        ? [passing(client, 55), using(used, what, scene), passing(client, pick([5.5, 4, 8, 30], 'past'))]
        : [revoking(scene, at)]),
      ...(pick([true, true, false], 'used then') ? each : []),
      ...(pick([true, false], 'other ends, too') ? [revoking(scene, 1 - at)] : []),
      ...(gap > 0 ? [passing(client, gap)] : []),
      ...each,
      using(owner, what, scene),
      // One that is new owes nothing to those before it.
      ...(pick([true, false], 'a new one') ? [newKey(scene), using(ofKey(scene, 0), what, scene)] : []),
    ],
  }
}

const newKey =
  ({ client, environment }: Scene): Turn =>
  () => ({ do: 'create key', client, environment })

/** Somebody uses up a limit, and asks for something that has another. */
export function usedUp(scene: Scene): Story | undefined {
  const { can, pick } = scene
  if (!can.load) return undefined
  const owner = partyOf('owner', scene)
  const { limitPerMinute } = operationOf('createBatch')
  const batch = newestOf('batch', scene)
  const isRead = pick([true, false], 'read')
  return {
    name: `batches${isRead ? ', read' : ''}`,
    turns: () => [
      quoting(owner),
      batching(owner, newestOf('rate', scene)),
      ...Array.from({ length: limitPerMinute }, () =>
        calling(owner, 'createBatch', () => ({ body: { items: [] } })),
      ),
      ...(isRead ? [about(owner, 'getBatch', batch)] : []),
      about(owner, 'buyBatch', batch),
      about(owner, 'getBatch', batch),
    ],
  }
}

/** The one that will come to its end, and the other. */
function twoKeys(
  { client, environment }: Scene,
  by: { readonly at: number; readonly isExpiring: boolean; readonly narrow: readonly string[] | undefined },
): readonly Turn[] {
  const { at, isExpiring, narrow } = by
  const make = { do: 'create key', client, environment } as const
  const ending: Turn = () => (isExpiring ? { ...make, expiresInSeconds: 60 } : make)
  const other: Turn = () => (narrow === undefined ? make : { ...make, scopes: narrow })
  return at === 0 ? [other, ending] : [ending, other]
}

/** What is used has to be there, and was just read by its owner. */
function madeFor(what: (typeof uses)[number], owner: Party, scene: Scene): readonly Turn[] {
  const rate = newestOf('rate', scene)
  if (what === 'getLabel') return [quoting(owner), buying(owner, rate), using(owner, what, scene)]
  return what === 'getBatch' ? [quoting(owner), batching(owner, rate), using(owner, what, scene)] : []
}

/** Several keys that may do different things, and each does what it may not. */
export function scopedKeys(scene: Scene): Story {
  const { can, client, environment, pick } = scene
  const owner = partyOf('owner', scene)
  const asked: readonly [Asked, ...Asked[]] = ['getWallet', 'getLabel', 'getBatch', 'listCarrierAccounts']
  const what = pick(asked, 'what')
  const scopes = [['rates:read'], ['labels:read'], ['wallet:read'], ['batches:read']] as const
  const one = pick(scopes, 'one')
  const other = pick(scopes, 'other')
  const make = (of: readonly string[]): Turn => {
    return () => (can.keys ? { do: 'create key', client, environment, scopes: of } : undefined)
  }
  const call = (by: Party): Turn => {
    if (what === 'getLabel') return about(by, what, newestOf('label', scene))
    return what === 'getBatch' ? about(by, what, newestOf('batch', scene)) : calling(by, what)
  }
  const rate = newestOf('rate', scene)
  return {
    name: what,
    turns: () => [
      quoting(owner),
      ...(what === 'getLabel' ? [buying(owner, rate)] : []),
      ...(what === 'getBatch' ? [batching(owner, rate)] : []),
      () => (can.keys ? { do: 'create key', client, environment } : undefined),
      call(ofKey(scene, 0)),
      make(one),
      call(ofKey(scene, 0)),
      make(other),
      call(ofKey(scene, 0)),
      call(ofKey(scene, 1)),
      call(ofKey(scene, 2)),
      call(owner),
    ],
  }
}
