import handling from '../../../../fixtures/simulator/handling.json' with { type: 'json' }
import provocations from '../../../../fixtures/simulator/provocations.json' with { type: 'json' }
import {
  type AnyErrorCode,
  errorCodes,
  errorFact,
  isErrorCode,
  isSimulatorErrorCode,
  occursWhere,
  simulatorErrorCodes,
} from '../../../simulator/specification/errors.ts'
import { document } from './document.ts'
import { type Field, fieldsOf } from './fields.ts'
import { operations, type ReferenceOperation } from './operations.ts'

/** What the reference says of an error. */
export interface DescribedError {
  readonly code: AnyErrorCode
  readonly status: number
  readonly message: string
  readonly suggestion: string
  /** Whether the service documents it; otherwise it is the simulator's own. */
  readonly isDocumented: boolean
  /** Where it can be met, in words; null where that is said by the operations. */
  readonly where: string | null
  /** The operations that answer with it. */
  readonly operations: readonly ReferenceOperation[]
  /** How to meet it here. */
  readonly provocation: string
  /** What a client does about it. */
  readonly handling: string
  readonly retry: Retry
  /** The fields that it has besides those of every error. */
  readonly ownFields: readonly Field[]
  /** An answer with it; undefined where the document shows none. */
  readonly example: unknown
}

/** Whether a client asks again: never with the same request, later by itself, or only after it has looked. */
export type Retry = (typeof retries)[number]

const retries = ['no', 'later', 'look first'] as const

const { Error: errorSchema = {} } = document.components.schemas

/** All fields that errors have, those within each below it. */
const errorFields = fieldsOf(errorSchema).map((field) => {
  const top = field.path.split(/[.[]/)[0] ?? ''
  return { ...field, top, isCommon: errorSchema.required?.includes(top) === true }
})

/** Every code that can be answered, those of the service first. */
export const errors: readonly DescribedError[] = [...errorCodes, ...simulatorErrorCodes].map(readError)

export function errorNamed(code: string): DescribedError | undefined {
  return isErrorCode(code) || isSimulatorErrorCode(code)
    ? errors.find((error) => error.code === code)
    : undefined
}

/** Whether nearly every operation has it: it is about the key, the limit or the simulator. */
export function isCommon(error: DescribedError): boolean {
  return error.operations.length >= operations.length - 2
}

/** The fields that every error has. */
export const commonErrorFields: readonly Field[] = errorFields.filter(({ isCommon }) => isCommon)

function readError(code: AnyErrorCode): DescribedError {
  const { retry, text } = handling[code]
  const where = isErrorCode(code) ? null : occursWhere(code)
  const met = operations.filter((operation) => operation.codes.includes(code))
  return {
    code,
    ...errorFact(code),
    isDocumented: isErrorCode(code),
    where,
    operations: met,
    provocation: provocations[code],
    handling: text,
    retry: retries.find((each) => each === retry) ?? 'no',
    ownFields: ownFieldsOf(code),
    example: exampleOf(code),
  }
}

/** The fields within `error` of a code besides the common ones: those that its example has. */
function ownFieldsOf(code: AnyErrorCode): readonly Field[] {
  const shown = Object.keys(Object(Object(exampleOf(code)).error))
  return errorFields.filter((field) => !field.isCommon && shown.includes(field.top))
}

/** The first response with a code that the document shows. */
function exampleOf(code: AnyErrorCode): unknown {
  for (const { content } of Object.values(document.components.responses)) {
    const example = content?.['application/json']?.examples?.[code]
    if (example !== undefined) return example.value
  }
  return undefined
}
