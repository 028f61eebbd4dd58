/**
 * The fields of a fault besides target, operation and mode: the values and the texts of each. Types,
 * schemas, command-line options and the documentation of faults are made from it. It is plain data, so that code that
 * only names faults loads nothing else.
 */

interface Words {
  /** The text in the help of its option. */
  readonly help: string
  /** The text in the documentation. */
  readonly meaning: string
}

export type Field = Words &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    | { readonly kind: 'whole'; readonly min: number; readonly max: number }
    | { readonly kind: 'fraction' }
    /** A duration such as `10m`; with `isSome` it must be longer than zero. */
    | { readonly kind: 'duration'; readonly isSome?: true }
  )

export type Fields = Readonly<Record<string, Field>>

/** Fields that only some modes take. */
export const modeFields = {
  code: {
    kind: 'text',
    help: 'error code to answer with',
    meaning: 'the documented error code to answer with',
  },
  phase: {
    kind: 'choice',
    choices: ['before', 'after'],
    help: 'api: before the request is carried out, or after it has been in full',
    meaning:
      '`before` (the default): the request is not carried out. `after`: it is, in full, and then its answer suffers',
  },
  status: {
    kind: 'whole',
    min: 200,
    max: 599,
    help: 'HTTP status to answer with',
    meaning: 'the HTTP status to answer with',
  },
  latency_ms: {
    kind: 'whole',
    min: 0,
    // Longer than this and a client's socket is gone anyway. Spans on the account's clock have no such end.
    max: 2 ** 31 - 1,
    help: 'milliseconds it takes',
    meaning: "milliseconds of real time, but for a webhook's `delay`",
  },
  message: {
    kind: 'text',
    help: 'raw message of the carrier',
    meaning: "the message of the error; from a carrier, in the carrier's own words",
  },
} as const satisfies Fields

/** When a fault bites: fields that every mode takes. */
export const conditionFields = {
  probability: {
    kind: 'fraction',
    help: 'how likely it bites, from 0 to 1 (default: 1)',
    meaning:
      "0 to 1, where 0 is taken and never bites; drawn from the account's seed alone, so that the same calls meet the same faults in any account",
  },
  times: {
    kind: 'whole',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    help: 'bite this many times, then no more',
    meaning: 'bite so often, then never again',
  },
  after: {
    kind: 'whole',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    help: 'let this many pass first',
    meaning: 'let so many occasions pass first',
  },
  starts_in: {
    kind: 'duration',
    help: "begin after this long, on the account's clock",
    meaning: "begin after so long on the account's clock, such as `10m`; at most `365000d`",
  },
  lasts: {
    kind: 'duration',
    isSome: true,
    help: "end after this long, on the account's clock",
    meaning: "end so long after its beginning, on the account's clock; at most `365000d`",
  },
} as const satisfies Fields

export type ModeField = keyof typeof modeFields
export type ConditionField = keyof typeof conditionFields

/** The type of a field's value. */
export type ValueOf<One extends Field> = One extends {
  readonly kind: 'choice'
  readonly choices: readonly (infer Choice)[]
}
  ? Choice
  : One extends { readonly kind: 'whole' | 'fraction' }
    ? number
    : string

/** The types of the values of some fields. */
export type ValuesOf<Some extends Fields> = { readonly [Name in keyof Some]: ValueOf<Some[Name]> }
