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
    .refine((text) => text.length <= longest, `must be at most ${longest} characters long`)
  return empty ? known : known.refine((text) => text !== '', 'must not be empty')
}
