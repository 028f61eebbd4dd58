import scopes from '../../../../fixtures/spec/scopes.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import { keysOf } from '../../keys-of.ts'
import type { StatementId } from '../../section.ts'
import { rateValidMs } from '../durations.ts'
import { errorCodeIn, objectIn } from '../response-fields.ts'
import type { CallStep, WalkOperation } from '../step.ts'
import { findConditionStatement } from './error-responses.ts'
import { Checks, ignoreStep, type Oracle } from './oracle.ts'
import {
  addCreatedResources,
  describeResponse,
  determineKeyStatus,
  findNamedResource,
  findStatedScope,
  hasScope,
  isOfSameClient,
  type KeyStatus,
  type OwnedResources,
  readNamedId,
} from './ownership.ts'

interface Memory {
  /** The owners of created resources, by id. */
  readonly resources: OwnedResources
}

/** Checks in random walks that the service refuses a key for its state, its expiry or its scopes, and for nothing else. */
export const keys: Oracle<Memory> = {
  group: 'EXPL-007',
  start: { resources: {} },
  judge: (memory, step) => {
    if (step.kind !== 'call') return ignoreStep(memory)
    const { answer } = step
    // A 5xx, a lost response or a 429 says nothing about the key.
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return ignoreStep(memory)
    const checks = new Checks()
    const status = determineKeyStatus(step)
    if (status !== 'good' && status !== 'open') checkRefusedKey(checks, memory, step, status)
    else if (status === 'good') checkValidKey(checks, memory, step)
    return checks.verdict({ resources: addCreatedResources(memory.resources, step) })
  },
}

/** The error code and the statement of the specification for each status of an invalid key. */
const refusals: Readonly<
  Record<
    Exclude<KeyStatus, 'good' | 'open'>,
    { readonly code: ErrorCode; readonly statement: StatementId; readonly what: string }
  >
> = {
  missing: { code: 'AUTH.KEY.MISSING', statement: 'AUTHENTICATION-31', what: 'no key came with the request' },
  invalid: { code: 'AUTH.KEY.INVALID', statement: 'AUTHENTICATION-32', what: 'this key does not exist' },
  revoked: { code: 'AUTH.KEY.REVOKED', statement: 'AUTHENTICATION-34', what: 'the key was revoked before' },
  expired: { code: 'AUTH.KEY.EXPIRED', statement: 'AUTHENTICATION-36', what: 'the key has expired' },
  'revoked and expired': {
    code: 'AUTH.KEY.REVOKED',
    statement: 'AUTHENTICATION-34',
    what: 'the key was revoked, and has expired or is about to expire',
  },
}

/** Checks the response to a request whose key must be refused. */
function checkRefusedKey(
  checks: Checks,
  memory: Memory,
  step: CallStep,
  status: Exclude<KeyStatus, 'good' | 'open'>,
): void {
  const { answer, key } = step
  const { code, statement: usual, what } = refusals[status]
  const statement = key.is === 'malformed' ? 'AUTHENTICATION-33' : usual
  const got = errorCodeIn(answer)
  const isRight = got === code || (status === 'revoked and expired' && got === 'AUTH.KEY.EXPIRED')
  // If the request is wrong in a second way, the specification does not say which error comes first.
  const mayBeOther = got !== undefined && !got.startsWith('AUTH.KEY.') && !canFailOnlyForKey(memory, step)
  const why = `${what} (${describeKeyUse(step)})`
  checks.error(statement, code, describeResponse(answer), why, isRight || mayBeOther)
}

/** Describes the key of a request, its expiry and the time of the request. */
function describeKeyUse({ key, atMs }: CallStep): string {
  const until =
    key.expiresAtMs === undefined ? '' : `, valid until ${new Date(key.expiresAtMs).toISOString()}`
  return `key ${key.name}${until}; used at ${new Date(atMs).toISOString()}`
}

/** True if the service can refuse this request only because of its key. */
function canFailOnlyForKey(memory: Memory, step: CallStep): boolean {
  switch (step.operation) {
    case 'getWallet':
    case 'listDeliveries':
      return true
    case 'getLabel':
    case 'getBatch':
    case 'getTracker':
    case 'downloadLabel': {
      const resource = findNamedResource(memory.resources, step)
      return (
        resource !== undefined &&
        isOfSameClient(resource, step) &&
        resource.environment === step.key.environment
      )
    }
    default:
      return false
  }
}

/** Checks the response to a request with a valid key: it is refused only for a missing scope or the wrong environment. */
function checkValidKey(checks: Checks, memory: Memory, step: CallStep): void {
  const { answer } = step
  const code = errorCodeIn(answer)
  const wrong = Object.values(refusals).find((each) => each.code === code)?.code
  checks.that(findConditionStatement(wrong ?? 'AUTH.KEY.INVALID'), wrong === undefined, () => ({
    expected: 'no refusal of the key',
    seen: describeResponse(answer),
    why: `the key exists and was neither revoked nor expired (${describeKeyUse(step)})`,
  }))
  if (wrong !== undefined) return
  const may = hasScope(step)
  if (may === false) checkScopeRefusal(checks, memory, step)
  else if (code === 'AUTH.KEY.INSUFFICIENT_SCOPE') checkNeedlessScopeError(checks, step)
  else {
    if (may === true) checks.pass()
    checkKeyEnvironment(checks, memory, step)
  }
}

const scopeStatements: Readonly<Partial<Record<WalkOperation, StatementId>>> = {
  createRates: 'AUTHENTICATION-16',
  buyLabel: 'AUTHENTICATION-17',
  voidLabel: 'AUTHENTICATION-18',
  getLabel: 'AUTHENTICATION-19',
  downloadLabel: 'AUTHENTICATION-20',
  getTracker: 'AUTHENTICATION-21',
  validateAddress: 'AUTHENTICATION-22',
  listCarrierAccounts: 'AUTHENTICATION-23',
  createBatch: 'AUTHENTICATION-24',
  buyBatch: 'AUTHENTICATION-25',
  getBatch: 'AUTHENTICATION-26',
  getWallet: 'AUTHENTICATION-27',
}

function findScopeStatement(operation: WalkOperation): StatementId {
  return scopeStatements[operation] ?? 'AUTHENTICATION-28'
}

/** True if this error may come before the error for a missing scope. */
function mayPrecedeScopeError(memory: Memory, step: CallStep, code: string | undefined): boolean {
  if (code === undefined || code === 'AUTH.KEY.INSUFFICIENT_SCOPE') return false
  if (code === 'AUTH.KEY.SANDBOX_IN_PRODUCTION') return mayNameLiveResource(memory, step)
  return !canFailOnlyForKey(memory, step)
}

/** Checks that the service refuses a key without the required scope, and names the scopes in the error. */
function checkScopeRefusal(checks: Checks, memory: Memory, step: CallStep): void {
  const { answer, key, operation } = step
  const scope = findStatedScope(operation)
  const code = errorCodeIn(answer)
  const isRefused = code === 'AUTH.KEY.INSUFFICIENT_SCOPE'
  checks.that(
    isRefused ? 'AUTHENTICATION-28' : findScopeStatement(operation),
    isRefused || mayPrecedeScopeError(memory, step, code),
    () => ({
      expected: '403 AUTH.KEY.INSUFFICIENT_SCOPE',
      seen: describeResponse(answer),
      why: `${operation} needs ${scope}, and key ${key.name} has ${joinScopes(key.scopes)}`,
    }),
  )
  if (!isRefused) return
  const { required_scope: required, key_scopes: held } = readError(answer)
  const isStated = required === scope
  const why = `${operation} requires this scope`
  checks.field('AUTHENTICATION-29', ['required_scope', required], isStated, scope, why)
  checks.field(
    'AUTHENTICATION-30',
    ['key_scopes', held],
    showsKeyScopes(held, key.scopes),
    joinScopes(key.scopes),
    `key ${key.name} was created with these scopes`,
  )
}

const readError = (answer: Answer | undefined): Readonly<Record<string, unknown>> =>
  objectIn(answer?.json, 'error') ?? {}

const joinScopes = (keyScopes: readonly string[] | 'all'): string =>
  keyScopes === 'all' ? 'all scopes' : keyScopes.join(', ') || 'none'

/** All scopes that the specification names. */
const statedScopes: readonly unknown[] = keysOf(scopes)

/** True if an error response shows the scopes that the key has. Scopes that the specification does not name are ignored. */
function showsKeyScopes(shown: unknown, keyScopes: readonly string[] | 'all'): boolean {
  if (!Array.isArray(shown) || !shown.every((each) => typeof each === 'string')) return false
  if (keyScopes === 'all') return true
  const known = shown.filter((each) => statedScopes.includes(each))
  return known.sort().join() === [...keyScopes].sort().join()
}

/** Reports a refusal for a missing scope if the key has the scope that the specification requires, or all scopes. */
function checkNeedlessScopeError(checks: Checks, { answer, key, operation }: CallStep): void {
  const { required_scope: required } = readError(answer)
  const scope = findStatedScope(operation)
  // If the specification requires no scope, the service may require one that the key lacks.
  const hasIt =
    scope !== undefined ||
    (typeof required === 'string' &&
      (key.scopes === 'all' ? statedScopes.includes(required) : key.scopes.includes(required)))
  checks.that(scope === undefined ? 'ERRORS-27' : findScopeStatement(operation), !hasIt, () => ({
    expected: 'no refusal for a missing scope',
    seen: `${describeResponse(answer)}, required_scope ${JSON.stringify(required)}`,
    why: `key ${key.name} has ${joinScopes(key.scopes)}`,
  }))
}

/** True if a request with a test key may name a resource of production. */
function mayNameLiveResource(memory: Memory, step: CallStep): boolean {
  if (step.key.environment === 'live') return false
  const resource = findNamedResource(memory.resources, step)
  if (resource !== undefined) return resource.environment === 'live'
  // Batch items name rates, and a tracker registration names a tracking number. Both may belong to production.
  return ['createBatch', 'registerTracker'].includes(step.operation) || readNamedId(step) !== undefined
}

/**
 * Error codes with which the service may refuse a live resource to a test key: the environment error, and errors that
 * the state of the resource causes.
 */
const fittingCodes = [
  'AUTH.KEY.SANDBOX_IN_PRODUCTION',
  'LABEL.VOID.ALREADY_REQUESTED',
  'LABEL.VOID.INELIGIBLE',
  'BATCH.ALREADY_PROCESSING',
]

/** Checks that a test key cannot use a live resource, and that the service reports this error for nothing else. */
function checkKeyEnvironment(checks: Checks, memory: Memory, step: CallStep): void {
  const { answer, key, operation, atMs } = step
  const code = errorCodeIn(answer)
  const resource = findNamedResource(memory.resources, step)
  const isLive = resource !== undefined && isOfSameClient(resource, step) && resource.environment === 'live'
  if (key.environment === 'test' && isLive) {
    const isOld = resource.kind === 'rate' && atMs - resource.createdMs > rateValidMs
    const isRight = fittingCodes.includes(code ?? '') || (isOld && code !== undefined)
    const why = `${operation} named a ${resource.kind} of production with the test key ${key.name}`
    const got = describeResponse(answer)
    checks.error('AUTHENTICATION-37', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', got, why, isRight)
    return
  }
  if (code !== 'AUTH.KEY.SANDBOX_IN_PRODUCTION') return
  checks.that('ERRORS-29', mayNameLiveResource(memory, step), () => ({
    expected: 'no AUTH.KEY.SANDBOX_IN_PRODUCTION',
    seen: describeResponse(answer),
    why:
      key.environment === 'live'
        ? `key ${key.name} is a live key`
        : `${operation} names no resource of production here`,
  }))
}
