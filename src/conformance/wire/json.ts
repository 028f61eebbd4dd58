/** Undefined for what is no JSON; nothing at all is told apart without the cost of an error. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
