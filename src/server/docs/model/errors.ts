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
export const commonErrorFields: readonly Field[] = errorFields('TRACKER.NOT_FOUND')

function readError(code: AnyErrorCode): DescribedError {
  const { retry, text } = handling[code]
  const where = isErrorCode(code) ? null : occursWhere(code)
  const met = operations.filter((operation) => operation.codes.includes(code))
  const common = new Set(commonNames())
  return {
    code,
    ...errorFact(code),
    isDocumented: isErrorCode(code),
    where,
    operations: met,
    provocation: provocations[code],
    handling: text,
    retry: retries.find((each) => each === retry) ?? 'no',
    ownFields: errorFields(code).filter(({ path }) => !common.has(path.split(/[.[]/)[0] ?? '')),
    example: exampleOf(code),
  }
}

function commonNames(): readonly string[] {
  return ['code', 'message', 'suggestion', 'docs_url', 'request_id']
}

/** The fields within `error` of a code; none where the document has no such error. */
function errorFields(code: AnyErrorCode): readonly Field[] {
  const schema = Object.values(document.components.schemas).find(
    ({ properties }) => properties?.['code']?.const === code,
  )
  return schema === undefined ? [] : fieldsOf(schema)
}

/** The first answer with a code that the document shows. */
function exampleOf(code: AnyErrorCode): unknown {
  for (const methods of Object.values(document.paths))
    for (const { responses } of Object.values(methods))
      for (const { content } of Object.values(responses)) {
        const example = content?.['application/json']?.examples?.[code]
        if (example !== undefined) return example.value
      }
  return undefined
}
