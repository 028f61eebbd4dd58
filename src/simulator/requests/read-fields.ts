import * as z from 'zod'
import type { FieldProblem } from '../specification/errors.ts'
import { longestDuration, parseDuration } from '../time/duration.ts'
import { describeAllowedWords, describeValue, hintAtWord } from './similar-words.ts'
import { createTextSchema } from './text-field.ts'

/** The values of an object that has been read without a problem. */
interface FieldsRead<Data> {
  readonly data: Data | undefined
  readonly problems: readonly FieldProblem[]
}

/**
 * The maximum number of unknown fields that are compared with the known ones: comparing thousands would block other
 * requests.
 */
const maxHints = 10

/**
 * Reads an object by a schema of its fields. If it has problems, returns all of them, unknown fields first. `known`
 * lists the possible fields if the schema lacks some of them.
 */
export function readFields<Schema extends z.ZodObject>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  known: readonly string[] = Object.keys(schema.shape),
): FieldsRead<z.output<Schema>> {
  const allowed = new Set(known)
  const listed = `is unknown; known are ${known.join(', ')}`
  const unknown = Object.keys(values)
    .filter((field) => !allowed.has(field))
    .map((field, index) => ({ field, reason: index < maxHints ? listed + hintAtWord(field, known) : listed }))
  const { data, error } = schema.safeParse(values, shortMessages)
  const problems = [...unknown, ...listProblems(error)]
  return { data: problems.length === 0 ? data : undefined, problems }
}

/** Returns the first problem of each field. */
function listProblems(error: z.ZodError | undefined): readonly FieldProblem[] {
  const found = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0])
    if (!found.has(field)) found.set(field, message)
  }
  return [...found].map(([field, reason]) => ({ field, reason }))
}

const shortMessages = {
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'is missing' : 'is not acceptable',
}

interface Missing {
  /** The error message if the field is absent. */
  readonly missing?: string
}

/** Returns the function with which zod words a field's error: the expected value, and the actual one. */
function createFieldError(expected: string, { missing }: Missing = {}) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? missing : `must be ${expected}, not ${describeValue(input)}`,
  }
}

/** Returns a schema of a text that is not empty. */
export function createTextFieldSchema({
  maxLength = 500,
  ...missing
}: Missing & { readonly maxLength?: number } = {}) {
  return createTextSchema(maxLength, { empty: false, words: createFieldError('a text', missing) })
}

/** Returns a schema of a text that must be one of the given words. */
export function createChoiceSchema<const Choice extends string>(
  choices: readonly Choice[],
  missing: Missing = {},
) {
  return z.enum(choices, {
    error: ({ input }) => (input === undefined ? missing.missing : describeAllowedWords(choices, input)),
  })
}

/** Returns a schema of a whole number within bounds. */
export function createWholeNumberSchema({ min, max }: { readonly min: number; readonly max: number }) {
  const words = createFieldError(`a whole number from ${min} to ${max}`)
  return z.int(words).min(min, words).max(max, words)
}

/** Returns a schema of a number from 0 to 1. */
export function createFractionSchema() {
  const words = createFieldError('a number from 0 to 1')
  return z.number(words).min(0, words).max(1, words)
}

/** Returns a schema of a duration such as `10m`; with `isSome`, a duration of zero is refused. */
export function createDurationSchema({ isSome = false }: { readonly isSome?: boolean } = {}) {
  const isDuration = (value: unknown) => typeof value === 'string' && parseDuration(value) !== undefined
  const words = createFieldError(
    `a duration such as 10m or 1d12h (units ms, s, m, h, d; at most ${longestDuration})`,
  )
  const span = z.custom<string>((value) => isDuration(value), words)
  if (!isSome) return span
  return span.refine((given) => parseDuration(given) !== 0, 'must be longer than zero')
}
