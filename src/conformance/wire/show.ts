const longest = 200

/** A value as messages show it: JSON, cut short. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

/** A field's value with its name, for what was found: `sandbox false`, or `no sandbox`. */
export function named(name: string, value: unknown): string {
  return value === undefined ? `no ${name}` : `${name} ${show(value)}`
}
