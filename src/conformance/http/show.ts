const maxLength = 200

/** Renders a value for a message: as JSON, cut to 200 characters. It serialises no more of the value than it shows. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = renderJsonWithin(value, maxLength + 1)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

/** Renders the name and value of a field: `sandbox false`, or `no sandbox` if the field is missing. */
export function showField(name: string, value: unknown): string {
  return value === undefined ? `no ${name}` : `${name} ${showValue(value)}`
}

/** Renders a value as JSON. The text may be cut if it is longer than `room` characters, but never to fewer than `room`. */
function renderJsonWithin(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room))
  if (Array.isArray(value))
    return `[${renderItemsWithin(value, room, (each, left) => renderJsonWithin(each ?? null, left))}]`
  if (typeof value !== 'object' || value === null || 'toJSON' in value) {
    return JSON.stringify(value) ?? String(value)
  }
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${renderItemsWithin(fields, room, ([name, each], left) => `${JSON.stringify(name)}:${renderJsonWithin(each, left)}`)}}`
}

function renderItemsWithin<Each>(
  list: readonly Each[],
  room: number,
  write: (each: Each, left: number) => string,
): string {
  let text = ''
  for (const [index, each] of list.entries()) {
    if (text.length > room) break
    text += `${index === 0 ? '' : ','}${write(each, room - text.length)}`
  }
  return text
}
