import type { Answer } from '../../http/answer.ts'
import { errorCodeIn, hasSucceeded, resourceIn } from '../response-fields.ts'
import type { CallStep, Step, WalkOperation } from '../step.ts'
import {
  type AccountMemory,
  checkAccountList,
  checkNoOwnAccountRates,
  containsId,
  withAccounts,
} from './carrier-account-checks.ts'
import { notFoundErrors } from './error-responses.ts'
import { Checks, type Oracle } from './oracle.ts'
import {
  addCreatedResources,
  describeResponse,
  findResourceById,
  isEntitled,
  isResourceOfCaller,
  keyStatus,
  kindOf,
  type OwnedKind,
  type OwnedResource,
  type OwnedResources,
  readNamedId,
} from './ownership.ts'

interface Memory extends AccountMemory {
  readonly resources: OwnedResources
  /** The documented fields that must not change, by resource, as its owner last read them. */
  readonly read: Readonly<Record<string, string>>
  /** Who requested a resource without permission, and in which step. */
  readonly probed: Readonly<Record<string, string>>
}

/** Checks in random walks that a client neither sees nor changes another client's resources, and that an id names one kind of resource. */
export const isolation: Oracle<Memory> = {
  group: 'EXPL-009',
  start: { resources: {}, read: {}, probed: {}, accounts: {}, naming: [], plain: [] },
  judge: (memory, step) => {
    const checks = new Checks()
    checkEventOwners(checks, memory, step)
    if (step.kind !== 'call') return checks.verdict(withAccounts(memory, step))
    return checks.verdict(checkCall(checks, memory, step))
  },
}

function checkEventOwners(checks: Checks, { resources }: Memory, { deliveries }: Step): void {
  for (const { client, labelId } of deliveries) {
    const label = findResourceById(resources, labelId)
    if (label === undefined) continue
    checks.that('EVENTS-6', label.client === client, () => ({
      expected: `the event of label ${labelId} at the webhook of client ${label.client}`,
      seen: `the event came to the webhook of client ${client}`,
      why: 'each client has a separate webhook for its own labels',
    }))
  }
}

function checkCall(checks: Checks, memory: Memory, step: CallStep): Memory {
  const { answer, operation } = step
  if (answer === undefined) return memory
  const made = { ...memory, resources: addCreatedResources(memory.resources, step) }
  const id = readNamedId(step)
  const kind = kindOf(operation)
  if (id !== undefined && kind !== undefined && namesResource(operation))
    return checkNamedResource(checks, made, step, { id, kind, answer, notFound: notFoundErrors[operation] })
  if (!hasSucceeded(answer) || keyStatus(step) !== 'good') return made
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

/** A request that names a resource, and its response. */
interface NamedRequest {
  readonly id: string
  readonly kind: OwnedKind
  readonly answer: Answer
  readonly notFound: (typeof notFoundErrors)[keyof typeof notFoundErrors]
}

const namesResource = (operation: WalkOperation): operation is keyof typeof notFoundErrors =>
  operation in notFoundErrors

/** Checks a request that names one resource. */
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
  if (!isResourceOfCaller(resource, step)) {
    checkForeignRequest(checks, step, naming, resource)
    return withForeignRequest(memory, id, `client ${step.key.client} (${step.id})`)
  }
  if (resource.environment !== step.key.environment || !isEntitled(step)) {
    const isRefused = naming.answer.status >= 400 && naming.answer.status <= 499
    return isRefused ? withForeignRequest(memory, id, `key ${step.key.name} (${step.id})`) : memory
  }
  return checkOwnerReading(checks, memory, step, naming)
}

function withForeignRequest(memory: Memory, id: string, who: string): Memory {
  return Object.hasOwn(memory.probed, id) ? memory : { ...memory, probed: { ...memory.probed, [id]: who } }
}

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
    // Another client may get another error code first, at a rate limit or after a failure.
    !isEntitled(step) ||
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

const lastingFields: Readonly<Partial<Record<WalkOperation, readonly string[]>>> = {
  getLabel: ['id', 'tracking_number', 'carrier', 'service', 'rate_cents', 'sandbox'],
  getBatch: ['id', 'total_cost_cents'],
  getTracker: ['id', 'tracking_number', 'carrier'],
}

/** Checks that the owner reads the same resource, whoever else requested it. */
function checkOwnerReading(
  checks: Checks,
  memory: Memory,
  { operation }: CallStep,
  { id, kind, answer, notFound: [code, statement] }: NamedRequest,
): Memory {
  const names = lastingFields[operation]
  if (names === undefined) return memory
  const who = memory.probed[id]
  const after = who === undefined ? '' : `, after ${who} requested it without permission`
  checks.that(statement, errorCodeIn(answer) !== code, () => ({
    expected: `the ${kind} ${id}`,
    seen: describeResponse(answer),
    why: `it was made with a key of the same client and environment${after}`,
  }))
  const resource = kind === 'rate' ? undefined : resourceIn(answer, kind)
  if (resource === undefined) return memory
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, resource[name]])))
  const before = memory.read[id]
  if (before !== undefined) {
    const why = `the owner read that before${after}`
    checks.that(statement, text === before, () => ({ expected: before, seen: text, why }))
  }
  return text === before ? memory : { ...memory, read: { ...memory.read, [id]: text } }
}

function checkLogOwners(checks: Checks, { resources }: Memory, { key }: CallStep, answer: Answer): void {
  for (const [id, { kind, client }] of Object.entries(resources)) {
    if (kind !== 'label' || client === key.client) continue
    checks.that('ENDPOINTS-101', !containsId(answer, id), () => ({
      expected: `deliveries of client ${key.client} alone`,
      seen: `the delivery of label ${id}, which client ${client} has bought`,
      why: 'each client has a separate webhook',
    }))
  }
}
