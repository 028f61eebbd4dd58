import { longestDuration, parseDuration } from '../time/duration.ts'

/** What is wrong with one field, in words that say what would be right. */
export interface FieldProblem {
  readonly field: string
  readonly reason: string
}

/** Reads the fields of one record of unknown content, collecting a problem for each that is not as it should be. */
export class FieldReader {
  readonly problems: FieldProblem[] = []
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields
  }

  refuse(field: string, reason: string): undefined {
    this.problems.push({ field, reason })
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#fields, field) && this.#fields[field] !== undefined
  }

  /** Refuses every field that is not among those known. */
  allowOnly(known: readonly string[]): void {
    for (const field of Object.keys(this.#fields)) {
      if (!known.includes(field)) this.refuse(field, `is unknown; known are ${known.join(', ')}`)
    }
  }

  text(field: string, { maxLength = 500 }: { readonly maxLength?: number } = {}): string | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.refuse(field, `must be a text, not ${described(value)}`)
    if (value === '') return this.refuse(field, 'must not be empty')
    if (value.length > maxLength) return this.refuse(field, `must be at most ${maxLength} characters long`)
    return value
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    const chosen = choices.find((choice) => choice === value)
    return chosen ?? this.refuse(field, `must be one of ${choices.join(', ')}, not ${described(value)}`)
  }

  number(
    field: string,
    { min, max, whole }: { readonly min: number; readonly max: number; readonly whole: boolean },
  ): number | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    const fits = typeof value === 'number' && value >= min && value <= max
    if (fits && (!whole || Number.isSafeInteger(value))) return value
    const kind = whole ? 'a whole number' : 'a number'
    return this.refuse(field, `must be ${kind} from ${min} to ${max}, not ${described(value)}`)
  }

  /** Milliseconds of a duration text. */
  durationMs(field: string): number | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    const spanMs = typeof value === 'string' ? parseDuration(value) : undefined
    return (
      spanMs ??
      this.refuse(
        field,
        `must be a duration such as 10m or 1d12h (units ms, s, m, h, d; at most ${longestDuration}), not ${described(value)}`,
      )
    )
  }

  value(field: string): unknown {
    return this.has(field) ? this.#fields[field] : undefined
  }
}

function described(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a record'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
