import type { Abilities } from '../abilities.ts'
import { type ScenarioStep, shipments } from '../choices/choice.ts'
import type { Draw } from '../draw.ts'
import type {
  CallAction,
  ClientName,
  ControlAction,
  Environment,
  Reference,
  ReferenceTarget,
  WalkOperation,
} from '../step.ts'
import { type Resource, type ResourceKind, referenceTo, type World } from '../walk-world.ts'

/** Several things done after each other, each by what came of the ones before. */
export interface Scenario {
  /** What was drawn for it. */
  readonly name: string
  /** What it is made of: for one that is told, of hundreds that could be. */
  steps(): readonly ScenarioStep[]
}

/** Where a story takes place, and how its parts are drawn. */
export interface ScenarioContext {
  readonly can: Abilities
  readonly client: ClientName
  readonly environment: Environment
  /** One of them; the same story draws the same. */
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, purpose: string): Items[number]
}

/** A scene whose draws are its own. */
export function createContext(
  { can, draw, at }: { readonly can: Abilities; readonly draw: Draw; readonly at: number },
  place: Pick<ScenarioContext, 'client' | 'environment'>,
  family: string,
): ScenarioContext {
  const purpose = [family, place.client, place.environment, at]
  return {
    can,
    ...place,
    pick: (items, name) => draw.pick<(typeof items)[number]>(items, name, ...purpose) ?? items[0],
  }
}

/** Whoever asks for something. */
export interface Caller {
  readonly who: string
  /** What makes the key, where it is not there. */
  readonly before: readonly ScenarioStep[]
  ask(world: World): Pick<CallAction, 'client' | 'key'> | undefined
}

/** Somebody who asks for what is this client's. */
export type CallerKind = 'owner' | 'another key' | 'other environment' | 'other client' | KeyShape

/** A key that is made for it, and what becomes of it. */
type KeyShape = 'narrow key' | 'reading key' | 'revoked key' | 'expired key'

export function callerOf(who: CallerKind, { can, client, environment }: ScenarioContext): Caller {
  const fixed = (by: Pick<CallAction, 'client' | 'key'>): Caller => ({ who, before: [], ask: () => by })
  switch (who) {
    case 'owner':
      return fixed({ client, key: environment })
    case 'other environment': {
      const other = environment === 'test' ? 'live' : 'test'
      return can.environments.includes(other)
        ? fixed({ client, key: other })
        : ownerCaller(client, environment)
    }
    case 'other client': {
      const other = can.clients.find((each) => each !== client)
      return other === undefined
        ? ownerCaller(client, environment)
        : fixed({ client: other, key: environment })
    }
    default:
      return can.keys ? callerWithNewKey(who, client, environment) : ownerCaller(client, environment)
  }
}

const ownerCaller = (client: ClientName, environment: Environment): Caller => ({
  who: 'owner',
  before: [],
  ask: () => ({ client, key: environment }),
})

function callerWithNewKey(
  who: KeyShape | 'another key',
  client: ClientName,
  environment: Environment,
): Caller {
  const newest = newestOf('key', { client, environment })
  const createKey: ControlAction = {
    do: 'create key',
    client,
    environment,
    ...(who === 'narrow key' && { scopes: ['rates:read', 'labels:write'] }),
    ...(who === 'reading key' && { scopes: ['rates:read'] }),
    ...(who === 'expired key' && { expiresInSeconds: 60 }),
  }
  const spoilKey: ScenarioStep = (world) => {
    if (who === 'expired key') return { do: 'advance', client, seconds: 62 }
    const key = newest(world)
    return who === 'revoked key' && key ? { do: 'revoke key', client, key: referenceTo(key) } : undefined
  }
  return {
    who,
    before: [() => createKey, spoilKey],
    ask: (world) => {
      const key = newest(world)
      return key && { client, key: referenceTo(key) }
    },
  }
}

/** The newest thing of a kind that belongs here, or one of those before it. */
export function newestOf(
  kind: ResourceKind,
  { client, environment }: Pick<ScenarioContext, 'client' | 'environment'>,
  back = 0,
): (world: World) => Resource | undefined {
  return ({ resources }) =>
    resources
      .filter(
        (resource) =>
          resource.kind === kind &&
          resource.client === client &&
          (resource.environment === environment || kind === 'account') &&
          (kind !== 'rate' || resource.at === 0),
      )
      .at(-1 - back)
}

/** The last rate that the world keeps of the newest quote: the dearest, or that of another carrier than the first. */
export const lastRate =
  ({ client, environment }: ScenarioContext): FindResource =>
  ({ resources }) =>
    resources.findLast(
      (each) => each.kind === 'rate' && each.client === client && each.environment === environment,
    )

export function callBy(
  by: Caller,
  operation: WalkOperation,
  naming: (world: World) => Pick<CallAction, 'id' | 'body'> | undefined = () => ({}),
): ScenarioStep {
  return (world) => {
    const asker = by.ask(world)
    const named = naming(world)
    return asker && named && { do: 'call', ...asker, operation, ...named }
  }
}

type FindResource = (world: World) => Resource | undefined

/** A call about one thing. */
export const callOn = (by: Caller, operation: WalkOperation, found: FindResource): ScenarioStep =>
  callBy(by, operation, (world) => {
    const resource = found(world)
    return resource && { id: referenceTo(resource) }
  })

export const buyBy = (by: Caller, rate: FindResource): ScenarioStep =>
  callBy(by, 'buyLabel', (world) => {
    const resource = rate(world)
    return resource && { body: { rate_id: referenceTo(resource) } }
  })

export const batchBy = (by: Caller, ...rates: readonly FindResource[]): ScenarioStep =>
  callBy(by, 'createBatch', (world) => {
    const items = rates.map((rate) => rate(world)).filter((each) => each !== undefined)
    return items.length < rates.length ? undefined : { body: { items: items.map((each) => itemOf(each)) } }
  })

export const itemOf = (rate: Resource): Reference => referenceTo(rate, 'item')

export const registerBy = (by: Caller, found: FindResource): ScenarioStep =>
  callBy(by, 'registerTracker', (world) => {
    const label = found(world)
    return (
      label && {
        body: { tracking_number: referenceTo(label, 'tracking_number'), carrier: label.carrier },
      }
    )
  })

/** Something that the control protocol does to a thing. */
export const controlOn = (
  found: FindResource,
  act: (named: (take?: ReferenceTarget) => Reference, resource: Resource) => ControlAction,
): ScenarioStep => {
  return (world) => {
    const resource = found(world)
    return resource && act((take) => referenceTo(resource, take), resource)
  }
}

/** Several calls that are under way at the same time; nothing where one of them cannot be made. */
export function concurrently(...steps: readonly ScenarioStep[]): ScenarioStep {
  return (world) => {
    const lanes = steps.map((scenarioStep) => scenarioStep(world)).filter((each) => isCall(each))
    return lanes.length < steps.length ? undefined : lanes.map((action) => [action])
  }
}

function isCall(turned: ReturnType<ScenarioStep>): turned is CallAction {
  return turned !== undefined && 'do' in turned && turned.do === 'call'
}

export const advanceBy = (client: ClientName, seconds: number): ScenarioStep => {
  return () => ({ do: 'advance', client, seconds })
}

export type Shipment = keyof typeof shipments

export const quoteBy = (by: Caller, shipment: Shipment = 'usual'): ScenarioStep =>
  callBy(by, 'createRates', () => ({ body: shipments[shipment] }))

/** The wallet of the scene, or nothing where that is of the sandbox. */
export const readWallet = ({ client, environment, can }: ScenarioContext): ScenarioStep => {
  return () =>
    can.wallet && environment === 'live'
      ? { do: 'call', client, key: 'live', operation: 'getWallet' }
      : undefined
}
