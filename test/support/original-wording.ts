/** The original messages of Zod, which no user should read: a message says in ours what is wrong. */
export const zodsWords =
  /\bInvalid (?:input|option|string|discriminator|ISO|key|element|number|JSON)|\bexpected .+ to (?:be|have)|\breceived \w|\bToo (?:small|big)|\bUnrecognized key|\bNo matching\b/

/** The same value with one part removed or replaced, in every place. */
export function spoilt(good: unknown): readonly unknown[] {
  const odd = [undefined, null, true, -1, 1.5, 'odd', [], {}, { extra: 1 }]
  if (typeof good !== 'object' || good === null) return odd
  const fields = Object.entries(good).flatMap(([name, value]) =>
    spoilt(value).map((other) => (Array.isArray(good) ? [other] : { ...good, [name]: other })),
  )
  return [...odd, { ...good, surprise: 1 }, ...fields]
}

/** The message of a refusal; none if the value is accepted. */
export async function wordsOf(read: () => unknown): Promise<string> {
  try {
    await read()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
