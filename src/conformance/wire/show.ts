const longest = 200

/** A value as messages show it: JSON, cut short. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
