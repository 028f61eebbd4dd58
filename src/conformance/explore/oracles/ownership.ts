import type { Answer } from '../../http/answer.ts'
import { describeAnswer } from '../../http/expect.ts'
import { second } from '../durations.ts'
import { errorCodeIn, hasSucceeded, listIn, resourceIn, textIn } from '../response-fields.ts'
import type { CallStep, ClientName, Environment, WalkOperation } from '../step.ts'
import { scopeOf } from '../walk-operations.ts'

/** Whether a key is valid. `open`: the key is about to expire, and a service that stores whole seconds may already refuse it. */
export type KeyStatus =
  | 'good'
  | 'missing'
  | 'invalid'
  | 'revoked'
  | 'expired'
  | 'revoked and expired'
  | 'open'

/** Returns the status of a key at the time of the request. */
export function determineKeyStatus({ key, atMs }: CallStep): KeyStatus {
  if (key.is === 'none') return 'missing'
  if (key.is !== 'good') return 'invalid'
  // The expiry of a key that the user gave as expired is unknown.
  const isGivenExpired = key.name.endsWith('.expired')
  const pastMs = key.expiresAtMs === undefined ? Number.NEGATIVE_INFINITY : atMs - key.expiresAtMs
  const isExpired = isGivenExpired || pastMs > 0
  if (key.isRevoked) return isExpired || pastMs > -second ? 'revoked and expired' : 'revoked'
  if (isExpired) return 'expired'
  // A service that stores whole seconds may expire the key up to a second early.
  return pastMs > -second ? 'open' : 'good'
}

/** Returns the scope that the specification requires for an operation; undefined if it names none, as for a tracker registration. */
export const findStatedScope = (operation: WalkOperation): string | undefined =>
  operation === 'registerTracker' ? undefined : scopeOf(operation)

/** True if the key has the scope that the operation requires; undefined if the specification names no scope for the operation. */
export function hasScope({ operation, key }: CallStep): boolean | undefined {
  const scope = findStatedScope(operation)
  if (scope === undefined) return undefined
  return key.scopes === 'all' || key.scopes.includes(scope)
}

/** True if the request's key is valid and has the required scope. */
export function hasValidScopedKey(step: CallStep): boolean {
  return determineKeyStatus(step) === 'good' && hasScope(step) === true
}

/** True if the request's key is valid and lacks no required scope, so any refusal has another reason. */
export function hasSufficientKey(step: CallStep): boolean {
  return determineKeyStatus(step) === 'good' && hasScope(step) !== false
}

/** Like `hasSufficientKey`, but also true in the second in which the key expires. */
export function mayHaveSufficientKey(step: CallStep): boolean {
  return ['good', 'open'].includes(determineKeyStatus(step)) && hasScope(step) !== false
}

/** Returns the error code of a response, unless the error is about the key or its rate limit. */
export function findNonKeyErrorCode({ answer }: CallStep): string | undefined {
  const code = errorCodeIn(answer)
  return code === undefined || code.startsWith('AUTH.') ? undefined : code
}

/** The client and environment that own a resource. */
export interface Owner {
  readonly client: ClientName
  readonly environment: Environment
}

/** Returns the client and environment of a request's key, which own the resources that the request creates. */
export const ownerOf = ({ key }: CallStep): Owner => ({ client: key.client, environment: key.environment })

/** Returns true if the request's key belongs to this client and environment. */
export const isOwnedBy = ({ client, environment }: Owner, { key }: CallStep): boolean =>
  key.client === client && key.environment === environment

/** Returns the id in the path of a request, or the rate id of a purchase. */
export function readNamedId({ operation, target, body }: CallStep): string | undefined {
  return operation === 'buyLabel' ? textIn(Object(body), 'rate_id') : target
}

/** The kinds of resources that belong to one client and environment. */
export type OwnedKind = 'rate' | 'label' | 'batch' | 'tracker'

/** The kind of resource that each operation names. */
const namedKinds: Readonly<Partial<Record<WalkOperation, OwnedKind>>> = {
  buyLabel: 'rate',
  getLabel: 'label',
  voidLabel: 'label',
  downloadLabel: 'label',
  getBatch: 'batch',
  buyBatch: 'batch',
  getTracker: 'tracker',
}

/** Returns the kind of resource that an operation names in its path or as its rate; undefined if it names none. */
export const namedKindOf = (operation: WalkOperation): OwnedKind | undefined => namedKinds[operation]

/** Describes a response in a few words, or says that there was none. */
export function describeResponse(answer: Answer | undefined): string {
  return answer === undefined ? 'no response' : describeAnswer(answer)
}

/** A created resource and its owner. */
export interface OwnedResource extends Owner {
  readonly kind: OwnedKind
  readonly createdMs: number
}

/** The owners of created resources, by id. */
export type OwnedResources = Readonly<Record<string, OwnedResource>>

/** Finds the resource of any kind with this id. */
export function findResourceById(
  resources: OwnedResources,
  id: string | undefined,
): OwnedResource | undefined {
  return id !== undefined && Object.hasOwn(resources, id) ? resources[id] : undefined
}

/** Finds the resource that a request names, if it is of the kind that the operation expects. */
export function findNamedResource(resources: OwnedResources, step: CallStep): OwnedResource | undefined {
  const resource = findResourceById(resources, readNamedId(step))
  return resource?.kind === namedKindOf(step.operation) ? resource : undefined
}

/** Returns true if the request's key belongs to the client that owns the resource, in either environment. */
export function isOfSameClient({ client }: OwnedResource, { key }: CallStep): boolean {
  return client === key.client
}

/** Adds the resources that a successful request created. */
export function addCreatedResources(resources: OwnedResources, step: CallStep): OwnedResources {
  const { answer, operation, atMs } = step
  if (!hasSucceeded(answer)) return resources
  const createOwnedResources = (kind: OwnedKind, ids: readonly (string | undefined)[]): OwnedResources => {
    const resource: OwnedResource = { ...ownerOf(step), kind, createdMs: atMs }
    const made = ids.flatMap((id) => (id === undefined ? [] : [[id, resource]]))
    return { ...resources, ...Object.fromEntries(made) }
  }
  switch (operation) {
    case 'createRates':
      return createOwnedResources(
        'rate',
        (listIn(answer, 'rates') ?? []).map((rate) => textIn(rate, 'id')),
      )
    case 'buyLabel':
      return createOwnedResources('label', [textIn(resourceIn(answer, 'label'), 'id')])
    case 'createBatch':
      return createOwnedResources('batch', [textIn(resourceIn(answer, 'batch'), 'id')])
    case 'registerTracker': {
      // If the same tracking number is registered again, the service may return the existing tracker.
      const id = textIn(resourceIn(answer, 'tracker'), 'id')
      return id === undefined || Object.hasOwn(resources, id)
        ? resources
        : createOwnedResources('tracker', [id])
    }
    default:
      return resources
  }
}

/** Finds the resource in the path of a request, if the key is valid and the resource belongs to the key's client and environment. */
export function findUsableResource<Resource extends Owner & { readonly id: string }>(
  all: readonly Resource[],
  step: CallStep,
): Resource | undefined {
  const resource = all.find(({ id }) => id === step.target)
  return resource !== undefined && isOwnedBy(resource, step) && hasSufficientKey(step) ? resource : undefined
}
