import type { Abilities } from '../abilities.ts'
import { shipments } from '../choices/calls.ts'
import type { ChoiceContext, ScenarioStep } from '../choices/choice.ts'
import type { CallAction, ControlAction, Environment, Reference, WalkOperation } from '../step.ts'
import { type Resource, type ResourceKind, referenceTo, resourcesOf, type World } from '../walk-world.ts'

/** A sequence of steps that depend on earlier responses. */
export interface Scenario {
  /** The drawn values, for the coverage cell. */
  readonly name: string
  /** Builds the steps. Only the drawn one of hundreds of scenarios is built. */
  steps(): readonly ScenarioStep[]
}

export type FindResource = (world: World) => Resource | undefined

type Place = Pick<Resource, 'client' | 'environment'>

/** The client and environment of a scenario, its draws and its resources. */
export interface ScenarioContext extends Place {
  readonly can: Abilities
  /** The client with its first key. */
  readonly owner: Caller
  /** Picks an item; the same scenario picks the same. */
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, purpose: string): Items[number]
  /** Returns a caller of this kind, or the owner if the target cannot have one. */
  caller(who: CallerKind): Caller
  /** Finds the newest resource of a kind, or one of those before it. */
  newest(kind: ResourceKind, back?: number): FindResource
  /** Returns the same scenario's context for another client or environment. */
  elsewhere(place: Partial<Place>): ScenarioContext
}

/** Creates a context with separate draws. */
export function createContext(
  { can, draw, at }: Pick<ChoiceContext, 'can' | 'draw' | 'at'>,
  place: Place,
  family: string,
): ScenarioContext {
  const purpose = [family, place.client, place.environment, at]
  return contextAt(place, {
    can,
    pick: (items, name) => draw.pick<(typeof items)[number]>(items, name, ...purpose) ?? items[0],
  })
}

function contextAt(place: Place, of: Pick<ScenarioContext, 'can' | 'pick'>): ScenarioContext {
  return {
    ...of,
    ...place,
    owner: createCallerWithKey('owner', place),
    caller: (who) => createCaller(who, of.can, place),
    newest: (kind, back) => newestOf(kind, place, back),
    elsewhere: (other) => contextAt({ ...place, ...other }, of),
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

function createCallerWithKey(who: CallerKind, { client, environment }: Place): Caller {
  return { who, before: [], ask: () => ({ client, key: environment }) }
}

function createCaller(who: CallerKind, can: Abilities, place: Place): Caller {
  const owner = createCallerWithKey('owner', place)
  switch (who) {
    case 'owner':
      return owner
    case 'other environment': {
      const environment = otherEnvironment(place.environment)
      return can.environments.includes(environment)
        ? createCallerWithKey(who, { ...place, environment })
        : owner
    }
    case 'other client': {
      const client = can.clients.find((each) => each !== place.client)
      return client === undefined ? owner : createCallerWithKey(who, { ...place, client })
    }
    default:
      return can.keys ? callerWithNewKey(who, place) : owner
  }
}

export const otherEnvironment = (environment: Environment): Environment =>
  environment === 'test' ? 'live' : 'test'

function callerWithNewKey(who: KeyShape | 'another key', place: Place): Caller {
  const { client, environment } = place
  const newest = newestOf('key', place)
  const createKey: ControlAction = {
    do: 'create key',
    client,
    environment,
    ...(who === 'narrow key' && { scopes: ['rates:read', 'labels:write'] }),
    ...(who === 'reading key' && { scopes: ['rates:read'] }),
    ...(who === 'expired key' && { expiresInSeconds: 60 }),
  }
  const endKey: ScenarioStep = (world) => {
    if (who === 'expired key') return { do: 'advance', client, seconds: 62 }
    const key = newest(world)
    return who === 'revoked key' && key ? { do: 'revoke key', client, key: referenceTo(key) } : undefined
  }
  return { ...callerWithKey(newest), who, before: [() => createKey, endKey] }
}

/** Returns a caller with a created key. */
export function callerWithKey(find: FindResource): Caller {
  const ask: Caller['ask'] = (world) => {
    const key = find(world)
    return key && { client: key.client, key: referenceTo(key) }
  }
  return { who: '', before: [], ask }
}

function newestOf(kind: ResourceKind, { client, environment }: Place, back = 0): FindResource {
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
    const number = label && referenceTo(label, 'tracking_number')
    return label && { body: { tracking_number: number, carrier: label.carrier } }
  })

export type Shipment = keyof typeof shipments

export const quoteBy = (by: Caller, shipment: Shipment = 'usual'): ScenarioStep =>
  callBy(by, 'createRates', () => ({ body: shipments[shipment] }))

/** Makes calls at once; undefined if one of them is impossible. */
export function runConcurrently(...steps: readonly ScenarioStep[]): ScenarioStep {
  return (world) => {
    const lanes = steps.map((scenarioStep) => scenarioStep(world)).filter((each) => isCall(each))
    return lanes.length < steps.length ? undefined : lanes.map((action) => [action])
  }
}

function isCall(turned: ReturnType<ScenarioStep>): turned is CallAction {
  return turned !== undefined && 'do' in turned && turned.do === 'call'
}

/** Returns the steps if the condition holds. */
export const stepsIf = (isOn: boolean, ...steps: readonly ScenarioStep[]): readonly ScenarioStep[] =>
  isOn ? steps : []
