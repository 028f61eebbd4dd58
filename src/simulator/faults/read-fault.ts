/** A fault as it is written, in the wire's own names: read from `unknown`, refused where it could never bite. */
import { type FieldProblem, FieldReader } from './field-reader.ts'
import {
  allowedCodes,
  type FaultMode,
  type FaultTarget,
  faultTargets,
  findMode,
  findTarget,
  modeFields,
  modesOf,
  operationsOf,
} from './targets.ts'

/** A fault as it was asked for (faults, Its fields). Absent fields are absent; durations are texts such as `10m`. */
export interface FaultInput {
  readonly target: FaultTarget
  readonly operation?: string
  readonly mode: FaultMode
  readonly code?: string
  readonly phase?: 'before' | 'after'
  readonly status?: number
  readonly latency_ms?: number
  readonly message?: string
  readonly probability?: number
  readonly times?: number
  readonly after?: number
  readonly starts_in?: string
  readonly lasts?: string
}

const conditionFields = ['probability', 'times', 'after', 'starts_in', 'lasts'] as const

/** Real time: longer than this and a client's socket is gone anyway. Spans on the account's clock have no such end. */
const maxLatencyMs = 2 ** 31 - 1

/**
 * The fault that a record of unknown content describes, its target in canonical spelling, or all that is wrong with
 * the record, field by field. Fields that the mode does not take are problems, as is all that could never bite.
 */
export function readFault(
  fields: Readonly<Record<string, unknown>>,
): { readonly fault: FaultInput } | { readonly problems: readonly FieldProblem[] } {
  const reader = new FieldReader(fields)
  reader.allowOnly(['target', 'operation', 'mode', ...modeFields, ...conditionFields])
  const conditions = readConditions(reader)
  const target = readTarget(reader)
  const mode = target && readMode(reader, target)
  if (target === undefined || mode === undefined) return { problems: reader.problems }
  const fault = { target, mode, ...readSubject(reader, { target, mode }), ...conditions }
  return reader.problems.length === 0 ? { fault } : { problems: reader.problems }
}

function readTarget(reader: FieldReader): FaultTarget | undefined {
  if (!reader.has('target'))
    return reader.refuse('target', `is missing; it is one of ${faultTargets.join(', ')}`)
  const text = reader.text('target')
  if (text === undefined) return undefined
  return (
    findTarget(text) ?? reader.refuse('target', `must be one of ${faultTargets.join(', ')}, not "${text}"`)
  )
}

function readMode(reader: FieldReader, target: FaultTarget): FaultMode | undefined {
  const known = modesOf(target)
  if (reader.has('mode')) return reader.choice('mode', known)
  return reader.refuse('mode', `is missing; for ${target} it is one of ${known.join(', ')}`)
}

type Subject = Pick<FaultInput, 'target' | 'mode'>

/** What the fault does where it bites: the fields that belong to target and mode. */
function readSubject(reader: FieldReader, { target, mode }: Subject): Partial<FaultInput> {
  const operation = reader.choice('operation', operationsOf(target))
  const code = readCode(reader, { target, mode, operation: operation ?? '*' })
  const phase = reader.choice('phase', ['before', 'after'])
  const status = reader.number('status', { min: 200, max: 599, whole: true })
  const latency_ms = reader.number('latency_ms', { min: 0, max: maxLatencyMs, whole: true })
  const message = reader.text('message')
  const taken: readonly string[] = findMode(target, mode)?.fields ?? []
  for (const field of modeFields) {
    if (reader.has(field) && !taken.includes(field)) reader.refuse(field, `is not taken by ${target} ${mode}`)
  }
  return {
    ...(operation !== undefined && { operation }),
    ...(code !== undefined && { code }),
    ...(phase !== undefined && { phase }),
    ...(status !== undefined && { status }),
    ...(latency_ms !== undefined && { latency_ms }),
    ...(message !== undefined && { message }),
  }
}

function readCode(
  reader: FieldReader,
  { target, mode, operation }: Subject & { readonly operation: string },
): string | undefined {
  const codes = allowedCodes({ target, operation, mode })
  if (codes.length === 0) return undefined
  const code = reader.text('code')
  if (code === undefined) {
    const missing = findMode(target, mode)?.needsCodeOn?.includes(operation) && !reader.has('code')
    return missing
      ? reader.refuse('code', `is missing; ${mode} answers with one of ${codes.join(', ')}`)
      : undefined
  }
  if (codes.some((allowed) => allowed === code)) return code
  const where = operation === '*' ? target : `${target} ${operation}`
  return reader.refuse('code', `${code} is no answer of ${where}; those are ${codes.join(', ')}`)
}

/** When the fault bites. */
function readConditions(reader: FieldReader): Partial<FaultInput> {
  const probability = reader.number('probability', { min: 0, max: 1, whole: false })
  const times = reader.number('times', { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true })
  const after = reader.number('after', { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true })
  const starts_in = reader.durationMs('starts_in') === undefined ? undefined : reader.text('starts_in')
  const lastsMs = reader.durationMs('lasts')
  if (lastsMs === 0) reader.refuse('lasts', 'must be longer than no time at all')
  const lasts = lastsMs === undefined ? undefined : reader.text('lasts')
  return {
    ...(probability !== undefined && { probability }),
    ...(times !== undefined && { times }),
    ...(after !== undefined && { after }),
    ...(starts_in !== undefined && { starts_in }),
    ...(lasts !== undefined && { lasts }),
  }
}
