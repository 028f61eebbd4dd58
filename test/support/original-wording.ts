/** Matches original messages of Zod, which Drydock replaces by its own. */
export const zodMessages =
  /\bInvalid (?:input|option|string|discriminator|ISO|key|element|number|JSON)|\bexpected .+ to (?:be|have)|\breceived \w|\bToo (?:small|big)|\bUnrecognized key|\bNo matching\b/

/** Returns variants of a value, each with one part removed or replaced. */
export function listSpoiltVersions(good: unknown): readonly unknown[] {
  const odd = [undefined, null, true, -1, 1.5, 'odd', [], {}, { extra: 1 }]
  if (typeof good !== 'object' || good === null) return odd
  const fields = Object.entries(good).flatMap(([name, value]) =>
    listSpoiltVersions(value).map((other) => (Array.isArray(good) ? [other] : { ...good, [name]: other })),
  )
  return [...odd, { ...good, surprise: 1 }, ...fields]
}

/** Returns the message of a refusal; an empty text if the value is accepted. */
export async function readRefusalMessage(read: () => unknown): Promise<string> {
  try {
    await read()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
