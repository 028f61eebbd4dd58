import * as z from 'zod'

/**
 * Returns a schema of a text with at most `maxLength` characters. The text may be empty only if `empty` is true.
 * `words` are the messages for a value that is no text. Refinements check the length: they run only for texts, while
 * zod's `max` and `min` read the `length` of any value.
 */
export function createTextSchema(
  maxLength: number,
  {
    empty,
    words = { error: 'must be a text' },
  }: { readonly empty: boolean; readonly words?: Parameters<typeof z.string>[0] },
) {
  const known = z
    .string(words)
    .refine((text) => hasAtMostCharacters(maxLength, text), `must be at most ${maxLength} characters long`)
    // JSON Schema and OpenAPI cannot show a refinement, so the length is registered for them separately.
    .register(z.globalRegistry, { maxLength })
  if (empty) return known
  return known
    .refine((text) => text !== '', 'must not be empty')
    .register(z.globalRegistry, { maxLength, minLength: 1 })
}

/** Counts characters, not UTF-16 code units: an emoji is one character. */
function hasAtMostCharacters(maxLength: number, text: string): boolean {
  return text.length <= maxLength || (text.length <= 2 * maxLength && [...text].length <= maxLength)
}
