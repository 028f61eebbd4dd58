/**
 * The fields of a fault besides target, operation and mode: the values and the texts of each. Types, schemas,
 * command-line options and the documentation of faults are made from these tables. They are plain data, so that code
 * that only names faults loads nothing else.
 */

interface FieldTexts {
  /** The description of the field in the help of its command-line option. */
  readonly help: string
  /** The description of the field in the documentation: whole sentences. */
  readonly meaning: string
}

/**
 * A field of a fault. Its `kind` says which values it takes: any text, one of its `choices`, a whole number from `min`
 * to `max` in its `unit`, a fraction from 0 to 1, or a duration, which `isSome` makes longer than zero.
 */
export type Field = FieldTexts &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    | { readonly kind: 'whole'; readonly min: number; readonly max: number; readonly unit?: string }
    | { readonly kind: 'fraction' }
    /** A duration such as `10m`; with `isSome` it must be longer than zero. */
    | { readonly kind: 'duration'; readonly isSome?: true }
  )

/** Fields of a fault, by their names. */
export type Fields = Readonly<Record<string, Field>>

/** The fields of a fault that only some modes take. */
export const modeFields = {
  code: {
    kind: 'text',
    help: 'error code of the response',
    meaning: 'The error code of the response. It must be one that is documented for the operation.',
  },
  phase: {
    kind: 'choice',
    choices: ['before', 'after'],
    help: 'api: before the request is carried out, or after it has been in full',
    meaning:
      'Whether the fault takes effect `before` the request is carried out (the default) or `after` it. After it, all its effects are there, and only its response is changed or lost.',
  },
  status: {
    kind: 'whole',
    min: 200,
    max: 599,
    help: 'HTTP status of the response',
    meaning: 'The HTTP status of the response.',
  },
  latency_ms: {
    kind: 'whole',
    min: 0,
    // The longest timer of Node. Clients give up earlier, so a longer latency would have no use.
    max: 2 ** 31 - 1,
    unit: 'milliseconds',
    help: 'milliseconds it takes',
    meaning:
      "How long it takes, in milliseconds of real time; for a webhook's `delay`, by the account's clock.",
  },
  message: {
    kind: 'text',
    help: 'raw message of the carrier',
    meaning: "The message of the error. For a fault of a carrier it is the carrier's own message.",
  },
} as const satisfies Fields

/** The fields that say when a fault triggers; every mode takes them. */
export const conditionFields = {
  probability: {
    kind: 'fraction',
    help: 'how likely the fault triggers at a matching call, from 0 to 1 (default: 1)',
    meaning:
      "How likely the fault takes effect each time, from 0 (never) to 1 (always). It is drawn from the account's seed, so that the same calls meet the same faults in every run.",
  },
  times: {
    kind: 'whole',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    help: 'trigger this many times, then no more',
    meaning: 'How many times the fault takes effect. After that it never takes effect again.',
  },
  after: {
    kind: 'whole',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    help: 'let this many matching calls pass before the fault first triggers',
    meaning: 'How many matching calls the fault lets pass before it first takes effect.',
  },
  starts_in: {
    kind: 'duration',
    help: "begin after this long, on the account's clock",
    meaning:
      "How long after it was added the fault begins, by the account's clock: a duration such as `10m`, at most `365000d`.",
  },
  lasts: {
    kind: 'duration',
    isSome: true,
    help: "end after this long, on the account's clock",
    meaning:
      "How long after its beginning the fault ends, by the account's clock: a duration such as `1h`, at most `365000d`.",
  },
} as const satisfies Fields

/** The name of a fault's field that only some modes take. */
export type ModeField = keyof typeof modeFields
export type ConditionField = keyof typeof conditionFields

/** The type of the value of a fault's field. */
export type ValueOf<One extends Field> = One extends {
  readonly kind: 'choice'
  readonly choices: readonly (infer Choice)[]
}
  ? Choice
  : One extends { readonly kind: 'whole' | 'fraction' }
    ? number
    : string

/** The types of the values of several fields of a fault, by field name. */
export type ValuesOf<Some extends Fields> = { readonly [Name in keyof Some]: ValueOf<Some[Name]> }
