import * as z from 'zod'

/**
 * Returns a schema of a text with at most `longest` characters, and at least one unless `empty`. `words` are the
 * messages for a value that is no text. Refinements check the length, because they see only texts: zod's `max` and
 * `min` read the `length` of any value.
 */
export function createTextSchema(
  longest: number,
  {
    empty,
    words = { error: 'must be a text' },
  }: { readonly empty: boolean; readonly words?: Parameters<typeof z.string>[0] },
) {
  const known = z
    .string(words)
    .refine((text) => hasAtMostCharacters(longest, text), `must be at most ${longest} characters long`)
    // JSON Schema and OpenAPI cannot show a refinement, so the length is registered for them separately.
    .register(z.globalRegistry, { maxLength: longest })
  if (empty) return known
  return known
    .refine((text) => text !== '', 'must not be empty')
    .register(z.globalRegistry, { maxLength: longest, minLength: 1 })
}

/** Counts characters, not UTF-16 units. */
function hasAtMostCharacters(longest: number, text: string): boolean {
  return text.length <= longest || (text.length <= 2 * longest && [...text].length <= longest)
}
