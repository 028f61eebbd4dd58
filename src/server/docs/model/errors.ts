import handling from '../../../../fixtures/simulator/handling.json' with { type: 'json' }
import provocations from '../../../../fixtures/simulator/provocations.json' with { type: 'json' }
import {
  type AnyErrorCode,
  describeOccurrence,
  errorCodes,
  findErrorFact,
  isErrorCode,
  isSimulatorErrorCode,
  simulatorErrorCodes,
} from '../../../simulator/specification/errors.ts'
import { document } from './document.ts'
import { type Field, listFields } from './fields.ts'
import { operations, type ReferenceOperation } from './operations.ts'

/** The content of the reference about one error. */
export interface DescribedError {
  readonly code: AnyErrorCode
  readonly status: number
  readonly message: string
  readonly suggestion: string
  /** Whether the service documents it; otherwise it is one of the simulator's own. */
  readonly isDocumented: boolean
  /** When it occurs, in words; null if its operations say that. */
  readonly where: string | null
  /** The operations that return it. */
  readonly operations: readonly ReferenceOperation[]
  /** How to reproduce it here. */
  readonly provocation: string
  /** How a client should handle it. */
  readonly handling: string
  readonly retry: Retry
  /** Its additional fields, besides those of every error. */
  readonly ownFields: readonly Field[]
  /** An example response; undefined if the document has none. */
  readonly example: unknown
}

/**
 * Whether a client may retry: never with the same request, automatically after a while, or only after a
 * check.
 */
export type Retry = (typeof retries)[number]

const retries = ['no', 'later', 'check first'] as const

const { Error: errorSchema = {} } = document.components.schemas

/** All error fields, with nested fields below their parents. */
const errorFields = listFields(errorSchema).map((field) => {
  const top = field.path.split(/[.[]/)[0] ?? ''
  return { ...field, top, isCommon: errorSchema.required?.includes(top) === true }
})

/** All error codes, those of the service first. */
export const errors: readonly DescribedError[] = [...errorCodes, ...simulatorErrorCodes].map(readError)

export function findError(code: string): DescribedError | undefined {
  return isErrorCode(code) || isSimulatorErrorCode(code)
    ? errors.find((error) => error.code === code)
    : undefined
}

/** Whether nearly every operation can return it: it concerns the key, the limit or the simulator. */
export function isCommon(error: DescribedError): boolean {
  return error.operations.length >= operations.length - 2
}

/** The fields of every error. */
export const commonErrorFields: readonly Field[] = errorFields.filter(({ isCommon }) => isCommon)

function readError(code: AnyErrorCode): DescribedError {
  const { retry, text } = handling[code]
  const where = isErrorCode(code) ? null : describeOccurrence(code)
  const met = operations.filter((operation) => operation.codes.includes(code))
  return {
    code,
    ...findErrorFact(code),
    isDocumented: isErrorCode(code),
    where,
    operations: met,
    provocation: provocations[code],
    handling: text,
    retry: retries.find((each) => each === retry) ?? 'no',
    ownFields: listExtraFields(code),
    example: findExample(code),
  }
}

/** Returns a code's additional fields within `error`: those in its example. */
function listExtraFields(code: AnyErrorCode): readonly Field[] {
  const shown = Object.keys(Object(Object(findExample(code)).error))
  return errorFields.filter((field) => !field.isCommon && shown.includes(field.top))
}

/** Returns the document's first response with a code. */
function findExample(code: AnyErrorCode): unknown {
  for (const { content } of Object.values(document.components.responses)) {
    const example = content?.['application/json']?.examples?.[code]
    if (example !== undefined) return example.value
  }
  return undefined
}
