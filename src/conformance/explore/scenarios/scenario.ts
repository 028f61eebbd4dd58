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
import { type Resource, type ResourceKind, referenceTo, resourcesOf, type World } from '../walk-world.ts'

/** A sequence of steps that depend on earlier responses. */
export interface Scenario {
  /** The drawn values, for the coverage cell. */
  readonly name: string
  /** Builds the steps. Only the drawn one of hundreds of scenarios is built. */
  steps(): readonly ScenarioStep[]
}

/** The client and environment of a scenario, and its draws. */
export interface ScenarioContext {
  readonly can: Abilities
  readonly client: ClientName
  readonly environment: Environment
  /** Picks an item; the same scenario picks the same. */
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, purpose: string): Items[number]
}

/** Creates a context with separate draws. */
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

/** A client and key that make requests. */
export interface Caller {
  readonly who: string
  /** Steps that create the key. */
  readonly before: readonly ScenarioStep[]
  ask(world: World): Pick<CallAction, 'client' | 'key'> | undefined
}

/** A caller who requests this client's resources. */
export type CallerKind = 'owner' | 'another key' | 'other environment' | 'other client' | KeyShape

/** How the key of a caller is limited or ended. */
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

/** Finds the newest resource of a kind, or one of those before it. */
export function newestOf(
  kind: ResourceKind,
  { client, environment }: Pick<ScenarioContext, 'client' | 'environment'>,
  back = 0,
): (world: World) => Resource | undefined {
  return (world) =>
    resourcesOf(world, kind, client, kind === 'account' ? undefined : environment)
      .filter(({ at }) => kind !== 'rate' || at === 0)
      .at(-1 - back)
}

/** Finds the last stored rate of the newest quote: the dearest, or one of another carrier. */
export const lastRate =
  ({ client, environment }: ScenarioContext): FindResource =>
  (world) =>
    resourcesOf(world, 'rate', client, environment).at(-1)

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

/** Calls an operation on one resource. */
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

/** Runs a control action on a resource. */
export const controlOn = (
  found: FindResource,
  act: (named: (take?: ReferenceTarget) => Reference, resource: Resource) => ControlAction,
): ScenarioStep => {
  return (world) => {
    const resource = found(world)
    return resource && act((take) => referenceTo(resource, take), resource)
  }
}

/** Makes calls at once; undefined if one of them is impossible. */
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

/** Reads the live wallet; undefined in the sandbox. */
export const readWallet = ({ client, environment, can }: ScenarioContext): ScenarioStep => {
  return () =>
    can.wallet && environment === 'live'
      ? { do: 'call', client, key: 'live', operation: 'getWallet' }
      : undefined
}
