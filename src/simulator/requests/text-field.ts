import * as z from 'zod'

/**
 * A text of at most so many characters, of at least one where `empty` is no. Lengths are judged by refinements, which
 * never see what is no text: zod's own `max` and `min` ask everything for its `length`, and an object may answer that
 * with what cannot even be compared. `words` are for what is no text.
 */
export function textUpTo(
  longest: number,
  {
    empty,
    words = { error: 'must be a text' },
  }: { readonly empty: boolean; readonly words?: Parameters<typeof z.string>[0] },
) {
  const known = z
    .string(words)
    .refine((text) => isAtMost(longest, text), `must be at most ${longest} characters long`)
    // What a refinement judges is not seen in the schema: it is said for whoever describes it.
    .register(z.globalRegistry, { maxLength: longest })
  if (empty) return known
  return known
    .refine((text) => text !== '', 'must not be empty')
    .register(z.globalRegistry, { maxLength: longest, minLength: 1 })
}

/** Characters, not the halves that Node keeps some of them in. */
function isAtMost(longest: number, text: string): boolean {
  return text.length <= longest || (text.length <= 2 * longest && [...text].length <= longest)
}
