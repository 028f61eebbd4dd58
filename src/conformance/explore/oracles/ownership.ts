import operations from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { summary } from '../../http/expect.ts'
import { codeOf, hasSucceeded, listIn, resourceIn, textIn } from '../response-fields.ts'
import type { CallStep, ClientName, Environment, WalkOperation } from '../step.ts'

/** What several judges have to know of whoever asks, and of what is asked for. */

/** `open` where it depends on how fine the service tells time whether the key has run out. */
export type KeyStatus =
  | 'good'
  | 'missing'
  | 'invalid'
  | 'revoked'
  | 'expired'
  | 'revoked and expired'
  | 'open'

const second = 1_000

/** What a key is worth at the moment it is used. */
export function keyStatus({ key, atMs }: CallStep): KeyStatus {
  if (key.is === 'none') return 'missing'
  if (key.is !== 'good') return 'invalid'
  // A key that was given as one that has run out does not say when it did.
  const isGivenExpired = key.name.endsWith('.expired')
  const pastMs = key.expiresAtMs === undefined ? Number.NEGATIVE_INFINITY : atMs - key.expiresAtMs
  const isExpired = isGivenExpired || pastMs > 0
  if (key.isRevoked) return isExpired || pastMs > -second ? 'revoked and expired' : 'revoked'
  if (isExpired) return 'expired'
  // Whoever keeps whole seconds may take the key for past within its last one.
  return pastMs > -second ? 'open' : 'good'
}

/** The scope that is stated for an operation; undefined where none is. */
export function statedScope(operation: WalkOperation): string | undefined {
  // For these two the specification shows none.
  if (operation === 'registerTracker' || operation === 'listDeliveries') return undefined
  if (operation === 'downloadLabel') return 'labels:read'
  return operations[operation].scope ?? undefined
}

/** Whether the key has what is stated for the operation; undefined where nothing is. */
export function hasScope({ operation, key }: CallStep): boolean | undefined {
  const scope = statedScope(operation)
  if (scope === undefined) return undefined
  return key.scopes === 'all' || key.scopes.includes(scope)
}

/** A good key that may do what it asks for. */
export function isEntitled(step: CallStep): boolean {
  return keyStatus(step) === 'good' && hasScope(step) === true
}

/** A good key that lacks nothing that is stated, so that whatever is refused is not for its sake. */
export function canAsk(step: CallStep): boolean {
  return keyStatus(step) === 'good' && hasScope(step) !== false
}

/** Like `mayAsk`, but also true in the second in which a key expires: the service may still accept it. */
export function couldAsk(step: CallStep): boolean {
  return ['good', 'open'].includes(keyStatus(step)) && hasScope(step) !== false
}

/** The code of a refusal that is about what was asked for: not about the key, nor how often it asks. */
export function refusalOf({ answer }: CallStep): string | undefined {
  const code = codeOf(answer)
  return code === undefined || code.startsWith('AUTH.') ? undefined : code
}

/** Whose a thing is: what one client or environment has, another has not. */
export interface Owner {
  readonly client: ClientName
  readonly environment: Environment
}

export const ownerOf = ({ key }: CallStep): Owner => ({ client: key.client, environment: key.environment })

export const isOwnedBy = ({ client, environment }: Owner, { key }: CallStep): boolean =>
  key.client === client && key.environment === environment

/** What a call is about: the id in its path, or the rate it buys. */
export function namedId({ operation, target, body }: CallStep): string | undefined {
  return operation === 'buyLabel' ? textIn(Object(body), 'rate_id') : target
}

export type OwnedKind = 'rate' | 'label' | 'batch' | 'tracker'

/** What kind of thing an operation on one thing is about. */
export function kindOf(operation: WalkOperation): OwnedKind | undefined {
  switch (operation) {
    case 'buyLabel':
      return 'rate'
    case 'getLabel':
    case 'voidLabel':
    case 'downloadLabel':
      return 'label'
    case 'getBatch':
    case 'buyBatch':
      return 'batch'
    case 'getTracker':
      return 'tracker'
    default:
      return undefined
  }
}

/** An answer in a few words, or that there was none. */
export function describeResponse(answer: Answer | undefined): string {
  return answer === undefined ? 'no answer' : summary(answer)
}

/** Something that was made on the walk, and with whose key. */
export interface OwnedResource {
  readonly kind: OwnedKind
  readonly client: ClientName
  readonly environment: Environment
  readonly createdMs: number
}

/** Whose the things are that were made, by their ids. */
export type OwnedResources = Readonly<Record<string, OwnedResource>>

/** What has this id, of whatever kind. */
export function findOwned(resources: OwnedResources, id: string | undefined): OwnedResource | undefined {
  return id !== undefined && Object.hasOwn(resources, id) ? resources[id] : undefined
}

/** What a request names, if it is of the kind that the operation is about. */
export function findNamed(resources: OwnedResources, step: CallStep): OwnedResource | undefined {
  const resource = findOwned(resources, namedId(step))
  return resource?.kind === kindOf(step.operation) ? resource : undefined
}

export function isOwn({ client }: OwnedResource, { key }: CallStep): boolean {
  return client === key.client
}

/** What was made, so that it is known whose it is. */
export function withCreated(resources: OwnedResources, step: CallStep): OwnedResources {
  const { answer, key, operation, atMs } = step
  if (!hasSucceeded(answer)) return resources
  const make = (kind: OwnedKind, ids: readonly (string | undefined)[]): OwnedResources => {
    const resource: OwnedResource = {
      kind,
      client: key.client,
      environment: key.environment,
      createdMs: atMs,
    }
    const made = ids.flatMap((id) => (id === undefined ? [] : [[id, resource]]))
    return { ...resources, ...Object.fromEntries(made) }
  }
  switch (operation) {
    case 'createRates':
      return make(
        'rate',
        (listIn(answer, 'rates') ?? []).map((rate) => textIn(rate, 'id')),
      )
    case 'buyLabel':
      return make('label', [textIn(resourceIn(answer, 'label'), 'id')])
    case 'createBatch':
      return make('batch', [textIn(resourceIn(answer, 'batch'), 'id')])
    case 'registerTracker': {
      // The same number and carrier may lead to the tracker that there is.
      const id = textIn(resourceIn(answer, 'tracker'), 'id')
      return id === undefined || Object.hasOwn(resources, id) ? resources : make('tracker', [id])
    }
    default:
      return resources
  }
}
