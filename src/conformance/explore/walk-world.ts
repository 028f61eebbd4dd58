import type { ClientName, Environment, Reference, ReferenceTarget, StepId } from './step.ts'

/** The known resources and settings of a walk, which decide what is possible next. The checks of responses do not use it. */
export interface World {
  readonly resources: readonly Resource[]
  readonly clientStates: Readonly<Partial<Record<ClientName, ClientState>>>
}

/** A resource that the walk has created, and its known state. */
export interface Resource {
  readonly kind: ResourceKind
  /** The step that created the resource. */
  readonly step: StepId
  /** The index of a rate in its quote; 0 for other resources. */
  readonly at: number
  readonly client: ClientName
  readonly environment: Environment
  readonly createdMs: number
  /** The changes made to the resource, in order: `bought`, `voided`, `scanned`, `started`, `key revoked`, … */
  readonly marks: readonly string[]
  /** The last operation on the resource. */
  readonly lastOperation: string
  /** The price of a rate or a label, in cents. */
  readonly cents: number
  readonly carrier: string
  /** The scopes of a key. */
  readonly scopes: readonly string[] | 'all'
  readonly expiresAtMs: number | undefined
  /** False for a rate of a shipment that cannot be bought. */
  readonly isUsual: boolean
  /** True for a rate of the client's own carrier account. */
  readonly isOwnAccount: boolean
}

export type ResourceKind = 'rate' | 'label' | 'batch' | 'tracker' | 'key' | 'account'

/** The settings of one client of a walk. */
export interface ClientState {
  readonly nowMs: number
  /** The balance of the live wallet; undefined until it is known. */
  readonly cents: number | undefined
  readonly card: 'valid' | 'declined' | 'none'
  /** True if automatic reload is on. */
  readonly reloads: boolean
  readonly webhook: 'none' | 'set' | 'cleared'
  /** How many webhook URLs the client has set. */
  readonly webhooks: number
  /** True if the webhook receiver refuses deliveries. */
  readonly isFailing: boolean
  readonly faults: readonly string[]
  /** True once the walk has set a carrier fault for the client. */
  readonly hadCarrierFault: boolean
}

const newClientState: ClientState = {
  nowMs: 0,
  cents: undefined,
  card: 'valid',
  reloads: false,
  webhook: 'none',
  webhooks: 0,
  isFailing: false,
  faults: [],
  hadCarrierFault: false,
}

export const initialWorld: World = { resources: [], clientStates: {} }

/** Returns the settings of a client; the initial settings if the walk has not used the client yet. */
export function clientStateOf({ clientStates }: World, client: ClientName): ClientState {
  return clientStates[client] ?? newClientState
}

/** Returns the unique name of a resource within a walk. */
export const nameResource = ({ kind, step, at }: Pick<Resource, 'kind' | 'step' | 'at'>): string =>
  `${kind} ${step}.${at}`

/** Creates a reference to a resource, or to another value in the response that created it. */
export function referenceTo(
  { kind, step, at }: Resource,
  take: ReferenceTarget = kind,
  times = 1,
): Reference {
  return { $: step, take, ...(at > 0 && { at }), ...(times > 1 && { times }) }
}

/** Lists the resources of a kind that a client has, in one environment or in both. */
export const resourcesOf = (
  { resources }: World,
  kind: ResourceKind,
  client: ClientName,
  environment?: Environment,
): readonly Resource[] =>
  resources.filter(
    (each) =>
      each.kind === kind &&
      each.client === client &&
      (environment === undefined || each.environment === environment),
  )

/** Returns the target and mode of a fault. */
export function nameFault(fault: Readonly<Record<string, unknown>>): string {
  return `${fault['target']} ${fault['mode']}`
}
