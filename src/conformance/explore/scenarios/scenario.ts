import type { Abilities, Turn } from '../choices/choice.ts'
import type { Draw } from '../draw.ts'
import type {
  Asked,
  CallAction,
  ClientName,
  ControlAction,
  Environment,
  ProfileReference,
  Reference,
  Taken,
} from '../step.ts'
import { referenceTo, type Thing, type ThingKind, type World } from '../walk-state.ts'

/** Several things done after each other, each by what came of the ones before. */
export interface Story {
  /** What was drawn for it. */
  readonly name: string
  /** What it is made of: for one that is told, of hundreds that could be. */
  turns(): readonly Turn[]
}

/** Where a story takes place, and how its parts are drawn. */
export interface Scene {
  readonly can: Abilities
  readonly client: ClientName
  readonly environment: Environment
  /** One of them; the same story draws the same. */
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, purpose: string): Items[number]
}

/** A scene whose draws are its own. */
export function sceneOf(
  { can, draw, at }: { readonly can: Abilities; readonly draw: Draw; readonly at: number },
  place: Pick<Scene, 'client' | 'environment'>,
  family: string,
): Scene {
  const purpose = [family, place.client, place.environment, at]
  return {
    can,
    ...place,
    pick: (items, name) => draw.one<(typeof items)[number]>(items, name, ...purpose) ?? items[0],
  }
}

/** Whoever asks for something. */
export interface Party {
  readonly who: string
  /** What makes the key, where it is not there. */
  readonly before: readonly Turn[]
  ask(world: World): Pick<CallAction, 'client' | 'key'> | undefined
}

/** Somebody who asks for what is this client's. */
export type Who = 'owner' | 'another key' | 'other environment' | 'other client' | Shape

/** A key that is made for it, and what becomes of it. */
type Shape = 'narrow key' | 'reading key' | 'revoked key' | 'expired key'

export function partyOf(who: Who, { can, client, environment }: Scene): Party {
  const fixed = (by: Pick<CallAction, 'client' | 'key'>): Party => ({ who, before: [], ask: () => by })
  switch (who) {
    case 'owner':
      return fixed({ client, key: environment })
    case 'other environment': {
      const other = environment === 'test' ? 'live' : 'test'
      return can.environments.includes(other) ? fixed({ client, key: other }) : ownerOf(client, environment)
    }
    case 'other client': {
      const other = can.clients.find((each) => each !== client)
      return other === undefined ? ownerOf(client, environment) : fixed({ client: other, key: environment })
    }
    default:
      return can.keys ? ofMade(who, client, environment) : ownerOf(client, environment)
  }
}

const ownerOf = (client: ClientName, environment: Environment): Party => ({
  who: 'owner',
  before: [],
  ask: () => ({ client, key: environment }),
})

function ofMade(who: Shape | 'another key', client: ClientName, environment: Environment): Party {
  const newest = newestOf('key', { client, environment })
  const made: ControlAction = {
    do: 'create key',
    client,
    environment,
    ...(who === 'narrow key' && { scopes: ['rates:read', 'labels:write'] }),
    ...(who === 'reading key' && { scopes: ['rates:read'] }),
    ...(who === 'expired key' && { expiresInSeconds: 60 }),
  }
  const spoiled: Turn = (world) => {
    if (who === 'expired key') return { do: 'advance', client, seconds: 62 }
    const key = newest(world)
    return who === 'revoked key' && key ? { do: 'revoke key', client, key: referenceTo(key) } : undefined
  }
  return {
    who,
    before: [() => made, spoiled],
    ask: (world) => {
      const key = newest(world)
      return key && { client, key: referenceTo(key) }
    },
  }
}

/** The newest thing of a kind that belongs here, or one of those before it. */
export function newestOf(
  kind: ThingKind,
  { client, environment }: Pick<Scene, 'client' | 'environment'>,
  back = 0,
): (world: World) => Thing | undefined {
  return ({ things }) =>
    things
      .filter(
        (thing) =>
          thing.kind === kind &&
          thing.client === client &&
          (thing.environment === environment || kind === 'account') &&
          (kind !== 'rate' || thing.at === 0),
      )
      .at(-1 - back)
}

export function calling(
  by: Party,
  operation: Asked,
  naming: (world: World) => Pick<CallAction, 'id' | 'body'> | undefined = () => ({}),
): Turn {
  return (world) => {
    const asker = by.ask(world)
    const named = naming(world)
    return asker && named && { do: 'call', ...asker, operation, ...named }
  }
}

type Found = (world: World) => Thing | undefined

/** A call about one thing. */
export const about = (by: Party, operation: Asked, found: Found): Turn =>
  calling(by, operation, (world) => {
    const thing = found(world)
    return thing && { id: referenceTo(thing) }
  })

export const buying = (by: Party, rate: Found): Turn =>
  calling(by, 'buyLabel', (world) => {
    const thing = rate(world)
    return thing && { body: { rate_id: referenceTo(thing) } }
  })

export const batching = (by: Party, ...rates: readonly Found[]): Turn =>
  calling(by, 'createBatch', (world) => {
    const items = rates.map((rate) => rate(world)).filter((each) => each !== undefined)
    return items.length < rates.length ? undefined : { body: { items: items.map((each) => itemOf(each)) } }
  })

export const itemOf = (rate: Thing): Reference => referenceTo(rate, 'item')

export const registering = (by: Party, found: Found): Turn =>
  calling(by, 'registerTracker', (world) => {
    const label = found(world)
    return (
      label && {
        body: { tracking_number: referenceTo(label, 'tracking_number'), carrier: label.carrier },
      }
    )
  })

/** Something that the control protocol does to a thing. */
export const acting = (
  found: Found,
  act: (named: (take?: Taken) => Reference, thing: Thing) => ControlAction,
): Turn => {
  return (world) => {
    const thing = found(world)
    return thing && act((take) => referenceTo(thing, take), thing)
  }
}

/** Several calls that are under way at the same time; nothing where one of them cannot be made. */
export function atOnce(...turns: readonly Turn[]): Turn {
  return (world) => {
    const lanes = turns.map((turn) => turn(world)).filter((each) => isCall(each))
    return lanes.length < turns.length ? undefined : lanes.map((action) => [action])
  }
}

function isCall(turned: ReturnType<Turn>): turned is CallAction {
  return turned !== undefined && 'do' in turned && turned.do === 'call'
}

export const passing = (client: ClientName, seconds: number): Turn => {
  return () => ({ do: 'advance', client, seconds })
}

const profile = (
  take: ProfileReference['take'],
  change?: Readonly<Record<string, string>>,
): ProfileReference => ({ $: 'profile', take, ...(change && { with: change }) })

/** Who is asked to quote what: the same again, and others that differ in one thing. */
export const shipments = {
  usual: { from_address: profile('from'), to_address: profile('to'), parcel: profile('standard') },
  'to a home': {
    from_address: profile('from'),
    to_address: profile('residential'),
    parcel: profile('standard'),
  },
  'to somebody else': {
    from_address: profile('from'),
    to_address: profile('to', { name: 'Someone Else' }),
    parcel: profile('standard'),
  },
  'the other way': { from_address: profile('to'), to_address: profile('from'), parcel: profile('standard') },
  undeliverable: {
    from_address: profile('from'),
    to_address: profile('undeliverable'),
    parcel: profile('standard'),
  },
  'too heavy': { from_address: profile('from'), to_address: profile('to'), parcel: profile('overweight') },
} as const
export type Shipment = keyof typeof shipments

export const quoting = (by: Party, shipment: Shipment = 'usual'): Turn =>
  calling(by, 'createRates', () => ({ body: shipments[shipment] }))

/** The wallet of the scene, or nothing where that is of the sandbox. */
export const counting = ({ client, environment, can }: Scene): Turn => {
  return () =>
    can.wallet && environment === 'live'
      ? { do: 'call', client, key: 'live', operation: 'getWallet' }
      : undefined
}
