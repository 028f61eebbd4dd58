// biome-ignore lint/suspicious/noControlCharactersInRegex: `neutralise` removes exactly these control characters
const control = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** Matches the start of commands such as `##vso[…]`, which build servers execute anywhere in a line. */
const buildCommand = /##(?=[a-z]*\[)/gi

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Makes a text from the target harmless: one line, without commands to terminals or build servers, without half
 * characters. GitHub executes commands at the start of a line, so the caller must put other words before the text.
 */
export function neutralise(text: string): string {
  return text
    .replace(control, (each) => names[each] ?? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(loneSurrogate, '\ufffd')
    .replace(buildCommand, '#\\u0023')
}

/**
 * Returns a text in a harmless form, as `neutralise` does. If the text has more than `longest` characters, cuts it and
 * appends how many it has.
 */
export function neutraliseStart(text: string, longest: number): string {
  if (text.length <= longest) return neutralise(text)
  return `${neutralise(text.slice(0, longest))}… (${text.length} characters)`
}

/** Escapes commands to build servers in a JSON text, without changing the value of the JSON. */
export function escapeJson(json: string): string {
  return json.split('\n').map(neutralise).join('\n')
}

/** Returns a text in a harmless form, with the markup of HTML and XML escaped. */
export function escapeMarkup(text: string): string {
  return neutralise(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Returns a text in a harmless form for HTML and XML, in which line ends are character references: the source has only one line. */
export function escapeMarkupAndLineEnds(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part) => (part === '\t' ? '&#9;' : part.endsWith('\n') ? '&#10;' : escapeMarkup(part)))
    .join('')
}
