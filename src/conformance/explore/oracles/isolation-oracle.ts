import type { Answer } from '../../http/answer.ts'
import { errorCodeIn, hasSucceeded, resourceIn } from '../response-fields.ts'
import type { CallStep, Step, WalkOperation } from '../step.ts'
import {
  type AccountMemory,
  checkAccountList,
  checkNoOwnAccountRates,
  containsId,
  withCarrierAccounts,
} from './carrier-account-checks.ts'
import { notFoundErrors } from './error-responses.ts'
import { Checks, type Oracle } from './oracle.ts'
import {
  addCreatedResources,
  describeResponse,
  determineKeyStatus,
  findResourceById,
  hasValidScopedKey,
  isOfSameClient,
  namedKindOf,
  type OwnedKind,
  type OwnedResource,
  type OwnedResources,
  readNamedId,
} from './ownership.ts'

interface Memory extends AccountMemory {
  readonly resources: OwnedResources
  /** By resource id: the documented fields that must not change, as the resource's owner last read them. */
  readonly read: Readonly<Record<string, string>>
  /** By resource id: who requested the resource without permission, and in which step. */
  readonly requestedWithoutPermission: Readonly<Record<string, string>>
}

/** Checks in random walks that a client neither sees nor changes another client's resources, and that an id names one kind of resource. */
export const isolation: Oracle<Memory> = {
  group: 'EXPL-009',
  start: { resources: {}, read: {}, requestedWithoutPermission: {}, accounts: {}, naming: [], plain: [] },
  judge: (memory, step) => {
    const checks = new Checks()
    checkEventOwners(checks, memory, step)
    if (step.kind !== 'call') return checks.verdict(withCarrierAccounts(memory, step))
    return checks.verdict(checkResponse(checks, memory, step))
  },
}

/** Checks that each webhook event comes to the client that bought the label. */
function checkEventOwners(checks: Checks, { resources }: Memory, { deliveries }: Step): void {
  for (const { client, labelId } of deliveries) {
    const label = findResourceById(resources, labelId)
    if (label === undefined) continue
    checks.that('EVENTS-6', label.client === client, () => ({
      expected: `the event of label ${labelId} at the webhook of client ${label.client}`,
      seen: `the event at the webhook of client ${client}`,
      why: 'each client has a separate webhook for its own labels',
    }))
  }
}

/** Checks a response, and returns the memory with the resources that it created and showed. */
function checkResponse(checks: Checks, memory: Memory, step: CallStep): Memory {
  const { answer, operation } = step
  if (answer === undefined) return memory
  const made = { ...memory, resources: addCreatedResources(memory.resources, step) }
  const id = readNamedId(step)
  const kind = namedKindOf(operation)
  if (id !== undefined && kind !== undefined && namesResource(operation))
    return checkNamedResource(checks, made, step, { id, kind, answer, notFound: notFoundErrors[operation] })
  if (!hasSucceeded(answer) || determineKeyStatus(step) !== 'good') return made
  switch (operation) {
    case 'listCarrierAccounts':
      return checkAccountList(checks, made, step, answer)
    case 'listDeliveries':
      checkLogOwners(checks, made, step, answer)
      return made
    case 'createRates':
      return checkNoOwnAccountRates(checks, made, step)
    default:
      return made
  }
}

/** A request that names a resource, and the response to the request. */
interface NamedRequest {
  readonly id: string
  readonly kind: OwnedKind
  readonly answer: Answer
  readonly notFound: (typeof notFoundErrors)[keyof typeof notFoundErrors]
}

/** Returns true for operations whose request names one resource. */
const namesResource = (operation: WalkOperation): operation is keyof typeof notFoundErrors =>
  operation in notFoundErrors

/** Checks the response to a request that names one resource: only the resource's owner may read or change it. */
function checkNamedResource(checks: Checks, memory: Memory, step: CallStep, naming: NamedRequest): Memory {
  const { id, kind } = naming
  const resource = findResourceById(memory.resources, id)
  if (resource === undefined) {
    // No resource has an id of zeros.
    if (/0{12}$/.test(id)) checkNotFound(checks, step, naming, 'nobody has this id')
    return memory
  }
  if (resource.kind !== kind) {
    checkNotFound(checks, step, naming, `it is the id of a ${resource.kind}`, resource)
    return memory
  }
  if (!isOfSameClient(resource, step)) {
    checkForeignRequest(checks, step, naming, resource)
    return withRecordedForeignRequest(memory, id, `client ${step.key.client} (${step.id})`)
  }
  if (resource.environment !== step.key.environment || !hasValidScopedKey(step)) {
    const isRefused = naming.answer.status >= 400 && naming.answer.status <= 499
    return isRefused ? withRecordedForeignRequest(memory, id, `key ${step.key.name} (${step.id})`) : memory
  }
  return checkOwnerReading(checks, memory, step, naming)
}

/** Remembers who first requested a resource without permission, for the reason in a later finding. */
function withRecordedForeignRequest(memory: Memory, id: string, who: string): Memory {
  return Object.hasOwn(memory.requestedWithoutPermission, id)
    ? memory
    : { ...memory, requestedWithoutPermission: { ...memory.requestedWithoutPermission, [id]: who } }
}

/** Checks that a request for an id that names nothing, or another kind of resource, gets the error for an unknown id. */
function checkNotFound(
  checks: Checks,
  step: CallStep,
  { id, answer, notFound: [code, statement] }: NamedRequest,
  why: string,
  resource?: OwnedResource,
): void {
  const { operation } = step
  const got = errorCodeIn(answer)
  const mayBe =
    got === code ||
    // The service may first report another error: for the key, the rate limit, a failure or a field.
    !hasValidScopedKey(step) ||
    answer.status === 429 ||
    answer.status >= 500 ||
    got?.startsWith('VALIDATION.') === true ||
    (got === 'AUTH.KEY.SANDBOX_IN_PRODUCTION' && resource?.environment === 'live')
  checks.that(statement, !hasSucceeded(answer) && mayBe, () => ({
    expected: code,
    seen: describeResponse(answer),
    why: `${operation} named ${id}, and ${why}`,
  }))
}

/** Checks that the service refuses a request for another client's resource. */
function checkForeignRequest(
  checks: Checks,
  { operation, key }: CallStep,
  { id, answer, notFound: [code, statement] }: NamedRequest,
  resource: OwnedResource,
): void {
  checks.that(statement, !hasSucceeded(answer), () => ({
    expected: `a refusal, such as ${code}`,
    seen: describeResponse(answer),
    why: `${id} is a ${resource.kind} of client ${resource.client}, and client ${key.client} called ${operation}`,
  }))
}

/** The fields of a resource that never change, by the operation that reads them. */
const lastingFields: Readonly<Partial<Record<WalkOperation, readonly string[]>>> = {
  getLabel: ['id', 'tracking_number', 'carrier', 'service', 'rate_cents', 'sandbox'],
  getBatch: ['id', 'total_cost_cents'],
  getTracker: ['id', 'tracking_number', 'carrier'],
}

/** Checks that a request without permission has not changed what the owner reads of a resource. */
function checkOwnerReading(
  checks: Checks,
  memory: Memory,
  { operation }: CallStep,
  { id, kind, answer, notFound: [code, statement] }: NamedRequest,
): Memory {
  const names = lastingFields[operation]
  if (names === undefined) return memory
  const who = memory.requestedWithoutPermission[id]
  const after = who === undefined ? '' : `, after ${who} requested it without permission`
  checks.that(statement, errorCodeIn(answer) !== code, () => ({
    expected: `the ${kind} ${id}`,
    seen: describeResponse(answer),
    why: `a key of the same client and environment created the ${kind}${after}`,
  }))
  const resource = kind === 'rate' ? undefined : resourceIn(answer, kind)
  if (resource === undefined) return memory
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, resource[name]])))
  const before = memory.read[id]
  if (before !== undefined) {
    const why = `the owner read these values before${after}`
    checks.that(statement, text === before, () => ({ expected: before, seen: text, why }))
  }
  return text === before ? memory : { ...memory, read: { ...memory.read, [id]: text } }
}

/** Checks that a client's delivery log has no deliveries of other clients. */
function checkLogOwners(checks: Checks, { resources }: Memory, { key }: CallStep, answer: Answer): void {
  for (const [id, { kind, client }] of Object.entries(resources)) {
    if (kind !== 'label' || client === key.client) continue
    checks.that('ENDPOINTS-101', !containsId(answer, id), () => ({
      expected: `only deliveries of client ${key.client}`,
      seen: `the delivery of label ${id}, which client ${client} has bought`,
      why: 'each client has a separate webhook',
    }))
  }
}
