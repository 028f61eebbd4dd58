/** Reads a fault from a request or a file, and refuses one that can never trigger. */
import * as z from 'zod'
import { createChoiceSchema, createTextFieldSchema, readFields } from '../requests/read-fields.ts'
import { describeAllowedWords, hintAtWord } from '../requests/similar-words.ts'
import type { FieldProblem } from '../specification/errors.ts'
import type { ParsedFault } from './fault-input.ts'
import { createFieldSchemas } from './field-schemas.ts'
import { conditionFields, modeFields } from './fields.ts'
import {
  type FaultMode,
  type FaultTarget,
  faultTargets,
  findMode,
  findTargetName,
  listAllowedCodes,
  modesOf,
  operationsOf,
} from './targets.ts'

/** The target, mode and operation of a fault, which decide the schema for its fields. */
interface Subject {
  readonly target: FaultTarget
  readonly mode: FaultMode
  readonly operation: string
}

export const knownFields: readonly string[] = [
  'target',
  'operation',
  'mode',
  ...Object.keys(modeFields),
  ...Object.keys(conditionFields),
]

/**
 * Returns the fault that an unknown value describes, its target in canonical spelling; or all problems of the
 * value, field by field. Fields that the mode does not take are problems, and so are values with which it can
 * never trigger.
 */
export function readFault(
  values: Readonly<Record<string, unknown>>,
): { readonly fault: ParsedFault } | { readonly problems: readonly FieldProblem[] } {
  const target = targetName.safeParse(values['target']).data
  if (target === undefined) return { problems: findProblemsWithoutMode(values, { target: targetName }) }
  const mode = createModeSchema(target).safeParse(values['mode']).data
  if (mode === undefined)
    return { problems: findProblemsWithoutMode(values, { mode: createModeSchema(target) }) }
  const operation = operationsOf(target).find((known) => known === values['operation']) ?? '*'
  const { data, problems } = readFields(findFaultSchema({ target, mode, operation }), values, knownFields)
  return data === undefined ? { problems } : { fault: data }
}

/** Returns the problems of a fault that can be found while its target or mode is still unknown. */
function findProblemsWithoutMode(
  values: Readonly<Record<string, unknown>>,
  shape: z.ZodRawShape,
): readonly FieldProblem[] {
  return readFields(z.object({ ...conditions, ...shape }), values, knownFields).problems
}

const conditions = z.object(createFieldSchemas(conditionFields)).partial().shape

const targetName = createTextFieldSchema({
  missing: `is missing; it is one of ${faultTargets.join(', ')}`,
}).transform((name, context) => {
  const found = findTargetName(name)
  if (found !== undefined) return found
  context.addIssue({ code: 'custom', message: describeAllowedWords(faultTargets, name) })
  return z.NEVER
})

function createModeSchema(target: FaultTarget) {
  const known = modesOf(target)
  return createChoiceSchema(known, { missing: `is missing; for ${target} it is one of ${known.join(', ')}` })
}

type FaultSchema = ReturnType<typeof createFaultSchema>

const schemas = new Map<string, FaultSchema>()

/**
 * Returns the schema for a fault's fields. Each schema is built on first use: there are hundreds, and most runs need
 * none.
 */
function findFaultSchema(subject: Subject): FaultSchema {
  const name = `${subject.target} ${subject.mode} ${subject.operation}`
  const schema = schemas.get(name) ?? createFaultSchema(subject)
  schemas.set(name, schema)
  return schema
}

function createFaultSchema(subject: Subject) {
  const { target, mode, operation } = subject
  const found = findMode(target, mode)
  const takes: readonly string[] = found?.takes ?? []
  const code = createCodeSchema(subject)
  const taken = {
    ...z.object(createFieldSchemas(modeFields)).partial().shape,
    code: found?.needsCodeOn?.includes(operation) === true ? code : code.optional(),
  }
  const refused = z.undefined({ error: `cannot be used with ${target} ${mode}` }).optional()
  const notTaken = Object.keys(taken).filter((field) => !takes.includes(field))
  return z.object({
    ...conditions,
    target: targetName,
    mode: createModeSchema(target),
    operation: createChoiceSchema(operationsOf(target)).optional(),
    ...taken,
    ...Object.fromEntries(notTaken.map((field) => [field, refused])),
  })
}

function createCodeSchema({ target, mode, operation }: Subject) {
  const codes = listAllowedCodes({ target, operation, mode })
  const where = operation === '*' ? target : `${target} ${operation}`
  return createTextFieldSchema({
    missing: `is missing; ${mode} responds with one of ${codes.join(', ')}`,
  }).refine((code) => codes.some((allowed) => allowed === code), {
    error: ({ input }) =>
      `${input} is no code of ${where}; those are ${codes.join(', ')}${hintAtWord(String(input), codes)}`,
  })
}
