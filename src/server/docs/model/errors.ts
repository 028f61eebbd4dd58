import handling from '../../../../fixtures/simulator/handling.json' with { type: 'json' }
import reproductions from '../../../../fixtures/simulator/provocations.json' with { type: 'json' }
import {
  type AnyErrorCode,
  describeWhereErrorOccurs,
  errorCodes,
  findErrorFact,
  isErrorCode,
  isSimulatorErrorCode,
  simulatorErrorCodes,
} from '../../../simulator/specification/errors.ts'
import { document } from './document.ts'
import { type Field, listFields } from './fields.ts'
import { operations, type ReferenceOperation } from './operations.ts'

/** The content of the reference's page about one error. */
export interface DescribedError {
  readonly code: AnyErrorCode
  readonly status: number
  readonly message: string
  readonly suggestion: string
  /** Whether the service documents the error. Any other error is one of the simulator's own. */
  readonly isDocumented: boolean
  /** A sentence that says when the error occurs; null if the list of operations already says it. */
  readonly where: string | null
  /** The operations that return the error. */
  readonly operations: readonly ReferenceOperation[]
  /** Sentences that say how to reproduce the error with the simulator. */
  readonly reproduction: string
  /** Sentences that say how a client should handle the error. */
  readonly handling: string
  readonly retry: Retry
  /** The fields that this error has besides the fields of every error. */
  readonly ownFields: readonly Field[]
  /** An example of the error response; undefined if the OpenAPI document has none. */
  readonly example: unknown
}

/**
 * Whether a client may send the request again: `no`; `later`, after a wait; or `check first`, because the request may
 * have taken effect.
 */
export type Retry = (typeof retries)[number]

const retries = ['no', 'later', 'check first'] as const

const { Error: errorSchema = {} } = document.components.schemas

/** All fields that error responses can have. Nested fields follow their parent. */
const errorFields = listFields(errorSchema).map((field) => {
  const top = field.path.split(/[.[]/)[0] ?? ''
  return { ...field, top, isCommon: errorSchema.required?.includes(top) === true }
})

/** All errors: first the service's, then the simulator's own. */
export const errors: readonly DescribedError[] = [...errorCodes, ...simulatorErrorCodes].map(
  describeErrorForReference,
)

export function findError(code: string): DescribedError | undefined {
  return isErrorCode(code) || isSimulatorErrorCode(code)
    ? errors.find((error) => error.code === code)
    : undefined
}

/** Whether nearly every operation can return an error: it concerns the API key, the rate limit or the simulator itself. */
export function isCommonError(error: DescribedError): boolean {
  return error.operations.length >= operations.length - 2
}

/** The fields of every error. */
export const commonErrorFields: readonly Field[] = errorFields.filter(({ isCommon }) => isCommon)

function describeErrorForReference(code: AnyErrorCode): DescribedError {
  const { retry, text } = handling[code]
  const where = isErrorCode(code) ? null : describeWhereErrorOccurs(code)
  const met = operations.filter((operation) => operation.codes.includes(code))
  return {
    code,
    ...findErrorFact(code),
    isDocumented: isErrorCode(code),
    where,
    operations: met,
    reproduction: reproductions[code],
    handling: text,
    retry: retries.find((each) => each === retry) ?? 'no',
    ownFields: listExtraFields(code),
    example: findErrorExample(code),
  }
}

/** Returns the additional fields of an error: the fields in its example that not every error has. */
function listExtraFields(code: AnyErrorCode): readonly Field[] {
  const shown = Object.keys(Object(Object(findErrorExample(code)).error))
  return errorFields.filter((field) => !field.isCommon && shown.includes(field.top))
}

/** Returns the first example response with this error code in the OpenAPI document. */
function findErrorExample(code: AnyErrorCode): unknown {
  for (const { content } of Object.values(document.components.responses)) {
    const example = content?.['application/json']?.examples?.[code]
    if (example !== undefined) return example.value
  }
  return undefined
}
