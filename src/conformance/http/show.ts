const maxLength = 200

/** Renders a value for messages: as JSON, cut to 200 characters. It serialises only the part that it shows. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = renderJsonWithin(value, maxLength + 1)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

/** Renders a field's name and value: `sandbox false`, or `no sandbox`. */
export function showField(name: string, value: unknown): string {
  return value === undefined ? `no ${name}` : `${name} ${showValue(value)}`
}

/** Renders a value as JSON: the whole text up to `room` characters, otherwise at least its first `room` characters. */
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
